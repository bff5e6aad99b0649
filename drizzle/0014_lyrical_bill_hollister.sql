CREATE TABLE "notice_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigserial NOT NULL,
	"notice_id" text NOT NULL,
	"channel_id" text NOT NULL,
	"user_id" text,
	"message_id" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"error" text,
	"worker" text,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "notice_deliveries_noticeId_channelId_userId_unique" UNIQUE NULLS NOT DISTINCT("notice_id","channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text,
	"event" text NOT NULL,
	"key" text NOT NULL,
	"project_name" text,
	"about" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_organizationId_projectId_event_key_unique" UNIQUE NULLS NOT DISTINCT("organization_id","project_id","event","key")
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" text,
	"host" text,
	"signing_secret" text,
	"people" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"events" jsonb NOT NULL,
	"project_ids" jsonb,
	"paused" boolean DEFAULT false NOT NULL,
	"paused_reason" text,
	"quiet_until" timestamp with time zone,
	"last_ok" boolean,
	"last_at" timestamp with time zone,
	"last_error" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_episodes" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"service" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"told" text DEFAULT 'nothing' NOT NULL,
	"well_since" timestamp with time zone,
	"quiet_until" timestamp with time zone,
	CONSTRAINT "service_episodes_projectId_service_unique" UNIQUE("project_id","service")
);
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_channel_id_notification_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_episodes" ADD CONSTRAINT "service_episodes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_deliveries_state_next_at_index" ON "notice_deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "notice_deliveries_channel_id_seq_index" ON "notice_deliveries" USING btree ("channel_id","seq");--> statement-breakpoint
CREATE INDEX "notice_deliveries_message_id_index" ON "notice_deliveries" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "notices_created_at_index" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_channels_organization_id_index" ON "notification_channels" USING btree ("organization_id");
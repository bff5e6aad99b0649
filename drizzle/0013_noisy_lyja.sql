CREATE TABLE "backup_destinations" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"place" jsonb NOT NULL,
	"secret" text,
	"allow_private" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	"problem" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backup_destinations_organizationId_name_unique" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "backup_schedules" (
	"project_id" text PRIMARY KEY NOT NULL,
	"destination_id" text NOT NULL,
	"rhythm" text NOT NULL,
	"weekday" integer,
	"hour" integer NOT NULL,
	"time_zone" text NOT NULL,
	"keep_last" integer,
	"keep_days" integer,
	"next_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"project_id" text,
	"project_name" text NOT NULL,
	"app_name" text NOT NULL,
	"logo" text NOT NULL,
	"version" text,
	"destination_id" text NOT NULL,
	"trigger" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"file" text NOT NULL,
	"size_bytes" bigint,
	"parts" jsonb,
	"progress" jsonb,
	"stopped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"worker" text,
	"lease_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_destinations" ADD CONSTRAINT "backup_destinations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_schedules" ADD CONSTRAINT "backup_schedules_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_schedules" ADD CONSTRAINT "backup_schedules_destination_id_backup_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."backup_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_destination_id_backup_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."backup_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_schedules_next_at_index" ON "backup_schedules" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "backups_organization_id_created_at_index" ON "backups" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "backups_project_id_created_at_index" ON "backups" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "backups_one_active" ON "backups" USING btree ("project_id") WHERE state IN ('queued', 'copying', 'verifying');
CREATE TABLE "engine_watches" (
	"id" text PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone,
	"away_at" timestamp with time zone,
	"away_reason" text
);
--> statement-breakpoint
CREATE TABLE "service_states" (
	"deployment_id" text NOT NULL,
	"service" text NOT NULL,
	"project_id" text NOT NULL,
	"container_id" text NOT NULL,
	"state" text NOT NULL,
	"health" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"restart_count" integer DEFAULT 0 NOT NULL,
	"exit_code" integer,
	"oom_killed" boolean DEFAULT false NOT NULL,
	"error" text,
	"health_output" text,
	"ends" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shape" jsonb NOT NULL,
	CONSTRAINT "service_states_deployment_id_service_pk" PRIMARY KEY("deployment_id","service")
);
--> statement-breakpoint
CREATE TABLE "service_usage" (
	"project_id" text NOT NULL,
	"service" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"cpu" real[] NOT NULL,
	"memory" real[] NOT NULL,
	"received" real[] NOT NULL,
	"sent" real[] NOT NULL,
	"read" real[] NOT NULL,
	"written" real[] NOT NULL,
	CONSTRAINT "service_usage_project_id_service_hour_pk" PRIMARY KEY("project_id","service","hour")
);
--> statement-breakpoint
ALTER TABLE "service_states" ADD CONSTRAINT "service_states_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_states" ADD CONSTRAINT "service_states_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_usage" ADD CONSTRAINT "service_usage_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_states_project_id_index" ON "service_states" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "service_usage_hour_index" ON "service_usage" USING btree ("hour");
CREATE TABLE "domains" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"service" text NOT NULL,
	"port" integer NOT NULL,
	"hostname" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"findings" jsonb,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_states" (
	"id" text PRIMARY KEY NOT NULL,
	"applied_at" timestamp with time zone,
	"problem" text,
	"problem_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "routed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_hostname_index" ON "domains" USING btree ("hostname");--> statement-breakpoint
CREATE INDEX "domains_project_id_index" ON "domains" USING btree ("project_id");
CREATE TABLE "volume_snapshots" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"of_deployment_id" text NOT NULL,
	"volume" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"restored_at" timestamp with time zone,
	CONSTRAINT "volume_snapshots_name_unique" UNIQUE("name"),
	CONSTRAINT "volume_snapshots_deploymentId_volume_unique" UNIQUE("deployment_id","volume")
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "volume_snapshots" ADD CONSTRAINT "volume_snapshots_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volume_snapshots" ADD CONSTRAINT "volume_snapshots_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "volume_snapshots" ADD CONSTRAINT "volume_snapshots_of_deployment_id_deployments_id_fk" FOREIGN KEY ("of_deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "volume_snapshots_project_id_index" ON "volume_snapshots" USING btree ("project_id");
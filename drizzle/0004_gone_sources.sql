ALTER TABLE "project_connections" DROP CONSTRAINT "project_connections_source_project_id_projects_id_fk";
--> statement-breakpoint
ALTER TABLE "project_connections" ALTER COLUMN "source_project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "project_connections" ADD COLUMN "gone_name" text;--> statement-breakpoint
ALTER TABLE "project_connections" ADD CONSTRAINT "project_connections_source_project_id_projects_id_fk" FOREIGN KEY ("source_project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;
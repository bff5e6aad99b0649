CREATE TABLE "update_rounds" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"go_on" boolean NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "through" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "automatic_updates" jsonb;--> statement-breakpoint
ALTER TABLE "update_rounds" ADD CONSTRAINT "update_rounds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "update_rounds_organization_id_created_at_index" ON "update_rounds" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "update_rounds_one_running" ON "update_rounds" USING btree ("organization_id") WHERE state = 'running';
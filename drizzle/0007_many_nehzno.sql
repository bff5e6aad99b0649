CREATE TABLE "registry_credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"host" text NOT NULL,
	"username" text NOT NULL,
	"secret" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_credentials_organizationId_host_unique" UNIQUE("organization_id","host")
);
--> statement-breakpoint
CREATE TABLE "update_scans" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"worker" text,
	"lease_until" timestamp with time zone,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"scanned" integer DEFAULT 0 NOT NULL,
	"supported" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "upstream_images" (
	"id" text PRIMARY KEY NOT NULL,
	"credential_id" text,
	"repository" text NOT NULL,
	"tag" text NOT NULL,
	"digest" text,
	"newer_tag" text,
	"newer_digest" text,
	"leap_tag" text,
	"tags_etag" text,
	"reason" text,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upstream_images_credentialId_repository_tag_unique" UNIQUE NULLS NOT DISTINCT("credential_id","repository","tag")
);
--> statement-breakpoint
ALTER TABLE "registry_credentials" ADD CONSTRAINT "registry_credentials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "update_scans" ADD CONSTRAINT "update_scans_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upstream_images" ADD CONSTRAINT "upstream_images_credential_id_registry_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."registry_credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upstream_images_checked_at_index" ON "upstream_images" USING btree ("checked_at");
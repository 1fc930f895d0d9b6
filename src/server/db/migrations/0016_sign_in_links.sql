ALTER TABLE "challenge" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "challenge" ADD CONSTRAINT "challenge_link" UNIQUE("tenant_id","link_hash");
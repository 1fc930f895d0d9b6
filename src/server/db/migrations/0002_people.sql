CREATE TABLE "consent" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"purpose" text NOT NULL,
	"granted" boolean DEFAULT false NOT NULL,
	"version" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consent_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"tenant_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" uuid,
	"message_ids" uuid[] DEFAULT '{}' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "erasure_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "invite_acceptance" (
	"tenant_id" text NOT NULL,
	"person_hash" text NOT NULL,
	"code" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invite_acceptance_tenant_id_person_hash_pk" PRIMARY KEY("tenant_id","person_hash")
);
--> statement-breakpoint
CREATE TABLE "sso_state" (
	"tenant_id" text NOT NULL,
	"state_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sso_state_tenant_id_state_hash_pk" PRIMARY KEY("tenant_id","state_hash")
);
--> statement-breakpoint
CREATE INDEX "consent_by_subject" ON "consent" USING btree ("tenant_id","subject","purpose","at");--> statement-breakpoint
CREATE INDEX "erasure_open" ON "erasure" USING btree ("tenant_id","done_at");--> statement-breakpoint
CREATE INDEX "invite_acceptance_by_code" ON "invite_acceptance" USING btree ("tenant_id","code");--> statement-breakpoint
CREATE INDEX "sso_state_expiry" ON "sso_state" USING btree ("tenant_id","expires_at");--> statement-breakpoint
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['consent', 'erasure', 'invite_acceptance', 'sso_state'] LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON public.%I USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      walled);
  END LOOP;
END $$;

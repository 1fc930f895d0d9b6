CREATE TABLE "card_intent" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"kind" text NOT NULL,
	"cart_uuid" uuid,
	"order_id" uuid,
	"provider" text NOT NULL,
	"charge_id" text NOT NULL,
	"secret_hash" text NOT NULL,
	"customer" text,
	"due" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"installments" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "card_intent_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "card_intent_secret" UNIQUE("tenant_id","secret_hash")
);
--> statement-breakpoint
CREATE TABLE "payment_card" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"token" text NOT NULL,
	"customer" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"holder" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_card_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_charge" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"secret" text NOT NULL,
	"token" text,
	"reason" text,
	"end_to_end_id" text,
	"properties" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_charge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sandbox_charge_secret" UNIQUE("tenant_id","secret")
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "card_intent_by_subject" ON "card_intent" USING btree ("tenant_id","subject","created_at");--> statement-breakpoint
CREATE INDEX "card_intent_by_age" ON "card_intent" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_card_by_account" ON "payment_card" USING btree ("tenant_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_card_default" ON "payment_card" USING btree ("tenant_id","account_id") WHERE "payment_card"."is_default";--> statement-breakpoint
CREATE INDEX "payment_check" ON "payment" USING btree ("tenant_id","check_at");--> statement-breakpoint
-- The tenant walls around the new tables, as in 0001.
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['card_intent', 'payment_card', 'sandbox_charge']
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON public.%I USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      walled);
  END LOOP;
END $$;

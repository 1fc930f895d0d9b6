CREATE TABLE "coupon" (
	"tenant_id" text NOT NULL,
	"code" text NOT NULL,
	"promotion_id" uuid NOT NULL,
	CONSTRAINT "coupon_tenant_id_code_pk" PRIMARY KEY("tenant_id","code")
);
--> statement-breakpoint
CREATE TABLE "coupon_use" (
	"tenant_id" text NOT NULL,
	"promotion_id" uuid NOT NULL,
	"cart_uuid" uuid NOT NULL,
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupon_use_tenant_id_promotion_id_cart_uuid_pk" PRIMARY KEY("tenant_id","promotion_id","cart_uuid")
);
--> statement-breakpoint
CREATE TABLE "promotion" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"percent" double precision,
	"amount" bigint,
	"campaign_ids" uuid[] DEFAULT '{}' NOT NULL,
	"min_total" bigint,
	"max" integer,
	"per_buyer" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "promotion_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "promotion_within_limit" CHECK ("promotion"."used" >= 0 and ("promotion"."max" is null or "promotion"."used" <= "promotion"."max"))
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"tenant_id" text NOT NULL,
	"posting_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"ledger_account" text NOT NULL,
	"bucket_id" uuid,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entry_tenant_id_posting_id_position_pk" PRIMARY KEY("tenant_id","posting_id","position")
);
--> statement-breakpoint
CREATE TABLE "ledger_posting" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"wallet_uuid" uuid NOT NULL,
	"reference" text NOT NULL,
	"text" text NOT NULL,
	"order_code" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_posting_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "ledger_posting_reference" UNIQUE("tenant_id","reference")
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"tenant_id" text NOT NULL,
	"uuid" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text DEFAULT 'BRL' NOT NULL,
	"rate" double precision,
	"color" text,
	"campaign_ids" uuid[] DEFAULT '{}' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_tenant_id_uuid_pk" PRIMARY KEY("tenant_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "wallet_bucket" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"wallet_uuid" uuid NOT NULL,
	"label" text NOT NULL,
	"amount" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_bucket_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "wallet_bucket_never_negative" CHECK ("wallet_bucket"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_tenant_id_posting_id_ledger_posting_tenant_id_id_fk" FOREIGN KEY ("tenant_id","posting_id") REFERENCES "public"."ledger_posting"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_posting" ADD CONSTRAINT "ledger_posting_tenant_id_wallet_uuid_wallet_tenant_id_uuid_fk" FOREIGN KEY ("tenant_id","wallet_uuid") REFERENCES "public"."wallet"("tenant_id","uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_bucket" ADD CONSTRAINT "wallet_bucket_tenant_id_wallet_uuid_wallet_tenant_id_uuid_fk" FOREIGN KEY ("tenant_id","wallet_uuid") REFERENCES "public"."wallet"("tenant_id","uuid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_by_promotion" ON "coupon" USING btree ("tenant_id","promotion_id");--> statement-breakpoint
CREATE INDEX "coupon_use_by_subject" ON "coupon_use" USING btree ("tenant_id","promotion_id","subject");--> statement-breakpoint
CREATE INDEX "coupon_use_by_cart" ON "coupon_use" USING btree ("tenant_id","cart_uuid");--> statement-breakpoint
CREATE INDEX "ledger_entry_by_bucket" ON "ledger_entry" USING btree ("tenant_id","bucket_id");--> statement-breakpoint
CREATE INDEX "ledger_posting_by_wallet" ON "ledger_posting" USING btree ("tenant_id","wallet_uuid","at");--> statement-breakpoint
CREATE INDEX "wallet_by_account" ON "wallet" USING btree ("tenant_id","account_id","position");--> statement-breakpoint
CREATE INDEX "wallet_bucket_by_wallet" ON "wallet_bucket" USING btree ("tenant_id","wallet_uuid");--> statement-breakpoint
CREATE INDEX "wallet_bucket_due" ON "wallet_bucket" USING btree ("tenant_id","expires_at");--> statement-breakpoint
-- The tenant walls around the new tables, as in 0001.
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['promotion', 'coupon', 'coupon_use', 'wallet', 'wallet_bucket', 'ledger_posting', 'ledger_entry']
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON public.%I USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      walled);
  END LOOP;
END $$;
--> statement-breakpoint
-- Double entry is kept by the database too: at the commit every posting sums to zero (REL-10).
CREATE FUNCTION ledger_posting_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(amount), 0) FROM public.ledger_entry WHERE tenant_id = NEW.tenant_id AND posting_id = NEW.posting_id) <> 0 THEN
    RAISE EXCEPTION 'a posting does not sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posting_sums_to_zero';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_posting_sums_to_zero AFTER INSERT OR UPDATE ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_posting_sums_to_zero();

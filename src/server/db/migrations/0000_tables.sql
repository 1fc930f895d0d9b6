CREATE TABLE "account" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"phone_country_code" text,
	"phone_country_iso_code" text,
	"identification" text,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"properties" jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "account_user" UNIQUE("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"marketplace_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"hub_ids" uuid[] DEFAULT '{}' NOT NULL,
	"area" jsonb,
	"body" jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "campaign_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "campaign_slug" UNIQUE("tenant_id","slug")
);
--> statement-breakpoint
CREATE TABLE "cart" (
	"tenant_id" text NOT NULL,
	"uuid" uuid NOT NULL,
	"account_id" uuid,
	"lead_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"draft" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cart_tenant_id_uuid_pk" PRIMARY KEY("tenant_id","uuid")
);
--> statement-breakpoint
CREATE TABLE "cart_lock" (
	"tenant_id" text NOT NULL,
	"cart_uuid" uuid NOT NULL,
	"fence" bigint NOT NULL,
	"state" text NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"reserved" jsonb NOT NULL,
	"delivery_window_id" text,
	"totals" jsonb NOT NULL,
	"order_id" uuid,
	CONSTRAINT "cart_lock_tenant_id_cart_uuid_pk" PRIMARY KEY("tenant_id","cart_uuid")
);
--> statement-breakpoint
CREATE TABLE "cep" (
	"cep" text PRIMARY KEY NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"complement" text DEFAULT '' NOT NULL,
	"neighborhood" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"has_number" boolean DEFAULT true NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"source" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenge" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel" text NOT NULL,
	"contact" text NOT NULL,
	"user_id" uuid,
	"bound_to" text,
	"salt" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	CONSTRAINT "challenge_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "clock_offset" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"tenant_id" text NOT NULL,
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"body" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_tenant_id_collection_id_pk" PRIMARY KEY("tenant_id","collection","id")
);
--> statement-breakpoint
CREATE TABLE "hub" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "hub_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"tenant_id" text NOT NULL,
	"subject" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_key_tenant_id_subject_route_key_pk" PRIMARY KEY("tenant_id","subject","route","key")
);
--> statement-breakpoint
CREATE TABLE "item" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"search_name" text NOT NULL,
	"price" bigint NOT NULL,
	"list_price" bigint,
	"max" integer,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"packages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "item_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"secret_hash" text NOT NULL,
	"name" text,
	"phone" text,
	"properties" jsonb NOT NULL,
	"addresses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"account_id" uuid,
	CONSTRAINT "lead_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "lead_secret" UNIQUE("tenant_id","secret_hash")
);
--> statement-breakpoint
CREATE TABLE "marketplace" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "marketplace_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"sealed" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "order" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"cart_uuid" uuid NOT NULL,
	"attempt" text,
	"state" text NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"type" text NOT NULL,
	"user_id" uuid,
	"account_id" uuid,
	"lead_id" uuid,
	"campaign_id" uuid NOT NULL,
	"hub_id" uuid,
	"user_name" text,
	"user_phone" text,
	"email" text,
	"identification" text,
	"sub_total" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"shipping_total" bigint NOT NULL,
	"total" bigint NOT NULL,
	"payment_type" text NOT NULL,
	"shipping_address" jsonb,
	"properties" jsonb NOT NULL,
	"reserved" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delivery_window_id" text,
	"cancel_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"due_event" text,
	CONSTRAINT "order_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "order_code" UNIQUE("tenant_id","code")
);
--> statement-breakpoint
CREATE TABLE "order_child" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"code" text NOT NULL,
	"campaign_id" uuid NOT NULL,
	"hub_id" uuid,
	"state" text NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"sub_total" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"shipping_total" bigint NOT NULL,
	"total" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_child_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "order_child_code" UNIQUE("tenant_id","code")
);
--> statement-breakpoint
CREATE TABLE "order_event" (
	"tenant_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"type" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "order_event_tenant_id_order_id_sequence_pk" PRIMARY KEY("tenant_id","order_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "order_item" (
	"tenant_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"order_child_id" uuid NOT NULL,
	"campaign_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"package_id" text,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"total" bigint NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "order_item_tenant_id_order_id_position_pk" PRIMARY KEY("tenant_id","order_id","position")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"amount" bigint NOT NULL,
	"provider" text NOT NULL,
	"txid" text NOT NULL,
	"end_to_end_id" text,
	"br_code" text,
	"installments" integer DEFAULT 1 NOT NULL,
	"properties" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payment_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "payment_charge" UNIQUE("tenant_id","txid"),
	CONSTRAINT "payment_transfer" UNIQUE("tenant_id","end_to_end_id"),
	CONSTRAINT "payment_attempt" UNIQUE("tenant_id","order_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refund_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "refund_per_payment" UNIQUE("tenant_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"tenant_id" text NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"body" jsonb NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "webhook_event_tenant_id_provider_event_id_pk" PRIMARY KEY("tenant_id","provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relation" (
	"tenant_id" text NOT NULL,
	"code" text NOT NULL,
	"account_id" uuid,
	"lead_id" uuid,
	"action" text NOT NULL,
	"max" integer,
	"per_account" integer,
	"expires_at" timestamp (3) with time zone,
	"used" integer DEFAULT 0 NOT NULL,
	"properties" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "relation_tenant_id_code_pk" PRIMARY KEY("tenant_id","code"),
	CONSTRAINT "relation_within_limit" CHECK ("relation"."used" >= 0 and ("relation"."max" is null or "relation"."used" <= "relation"."max"))
);
--> statement-breakpoint
CREATE TABLE "relation_use" (
	"tenant_id" text NOT NULL,
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"campaign_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "relation_use_tenant_id_code_subject_campaign_id_pk" PRIMARY KEY("tenant_id","code","subject","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"successor_sealed" text,
	CONSTRAINT "refresh_token_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "refresh_token_hash" UNIQUE("tenant_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"remembered" boolean DEFAULT false NOT NULL,
	"proved_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_for" text,
	CONSTRAINT "session_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "signup_grant" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"grant_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "signup_grant_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "signup_grant_hash" UNIQUE("tenant_id","grant_hash")
);
--> statement-breakpoint
CREATE TABLE "delivery_window" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"shipping_method_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"capacity" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_window_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "delivery_window_start" UNIQUE("tenant_id","shipping_method_id","starts_at"),
	CONSTRAINT "delivery_window_places" CHECK ("delivery_window"."taken" >= 0 and "delivery_window"."taken" <= "delivery_window"."capacity")
);
--> statement-breakpoint
CREATE TABLE "shipping_method" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"price" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "shipping_method_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"tenant_id" text NOT NULL,
	"item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"initial" integer NOT NULL,
	CONSTRAINT "stock_tenant_id_item_id_pk" PRIMARY KEY("tenant_id","item_id"),
	CONSTRAINT "stock_never_negative" CHECK ("stock"."quantity" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" text PRIMARY KEY NOT NULL,
	"client" text NOT NULL,
	"name" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"intranet" boolean DEFAULT false NOT NULL,
	"settings" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tenant_client_unique" UNIQUE("client")
);
--> statement-breakpoint
CREATE TABLE "tenant_host" (
	"host" text PRIMARY KEY NOT NULL,
	"tenant_id_of_host" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"phone" text,
	"email" text,
	"name" text,
	"activated" boolean DEFAULT false NOT NULL,
	"roles" text[] DEFAULT '{"CLIENT"}' NOT NULL,
	"issuer" text,
	"subject" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	CONSTRAINT "user_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "user_phone" UNIQUE("tenant_id","phone"),
	CONSTRAINT "user_email" UNIQUE("tenant_id","email"),
	CONSTRAINT "user_identity" UNIQUE("tenant_id","issuer","subject")
);
--> statement-breakpoint
ALTER TABLE "order_child" ADD CONSTRAINT "order_child_tenant_id_order_id_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_event" ADD CONSTRAINT "order_event_tenant_id_order_id_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_tenant_id_order_id_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_order_id_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_host" ADD CONSTRAINT "tenant_host_tenant_id_of_host_tenant_id_fk" FOREIGN KEY ("tenant_id_of_host") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_identification" ON "account" USING btree ("tenant_id","identification");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "campaign_by_marketplace" ON "campaign" USING btree ("tenant_id","marketplace_id","priority");--> statement-breakpoint
CREATE INDEX "cart_by_account" ON "cart" USING btree ("tenant_id","account_id","updated_at");--> statement-breakpoint
CREATE INDEX "cart_by_lead" ON "cart" USING btree ("tenant_id","lead_id");--> statement-breakpoint
CREATE INDEX "cart_lock_due" ON "cart_lock" USING btree ("tenant_id","state","locked_until");--> statement-breakpoint
CREATE INDEX "challenge_newest" ON "challenge" USING btree ("tenant_id","contact","purpose","sent_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_expiry" ON "idempotency_key" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE INDEX "item_by_campaign" ON "item" USING btree ("tenant_id","campaign_id","position","id");--> statement-breakpoint
CREATE INDEX "lead_created" ON "lead" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "message_to" ON "message" USING btree ("tenant_id","recipient","at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_live_per_cart" ON "order" USING btree ("tenant_id","cart_uuid") WHERE "order"."state" not in ('CANCELED', 'REFUNDED');--> statement-breakpoint
CREATE INDEX "order_by_account" ON "order" USING btree ("tenant_id","account_id","created_at");--> statement-breakpoint
CREATE INDEX "order_by_lead" ON "order" USING btree ("tenant_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "order_due" ON "order" USING btree ("tenant_id","due_at");--> statement-breakpoint
CREATE INDEX "order_child_by_order" ON "order_child" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "order_child_by_campaign" ON "order_child" USING btree ("tenant_id","campaign_id");--> statement-breakpoint
CREATE INDEX "payment_due" ON "payment" USING btree ("tenant_id","state","expires_at");--> statement-breakpoint
CREATE INDEX "refund_by_order" ON "refund" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "relation_by_account" ON "relation" USING btree ("tenant_id","account_id");--> statement-breakpoint
CREATE INDEX "relation_use_by_subject" ON "relation_use" USING btree ("tenant_id","subject");--> statement-breakpoint
CREATE INDEX "refresh_token_by_session" ON "refresh_token" USING btree ("tenant_id","session_id");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE INDEX "delivery_window_by_time" ON "delivery_window" USING btree ("tenant_id","starts_at");--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("tenant_id","created_at");
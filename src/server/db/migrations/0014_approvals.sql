CREATE TABLE "approval" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_id" uuid NOT NULL,
	"order_id" uuid,
	"amount" bigint NOT NULL,
	"body" jsonb NOT NULL,
	"state" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "approval_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "stray_end" (
	"tenant_id" text NOT NULL,
	"transfer" text NOT NULL,
	"stray_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"how" text NOT NULL,
	"payment_id" uuid,
	"return_id" text,
	"reason" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stray_end_tenant_id_transfer_pk" PRIMARY KEY("tenant_id","transfer"),
	CONSTRAINT "stray_return" UNIQUE("tenant_id","return_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "approval_waiting" ON "approval" USING btree ("tenant_id","target_id") WHERE "approval"."state" = 'requested';
--> statement-breakpoint
ALTER TABLE public.approval ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.approval FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.approval USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));
--> statement-breakpoint
ALTER TABLE public.stray_end ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.stray_end FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.stray_end USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

CREATE TABLE "staff" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"contact" text NOT NULL,
	"role" text NOT NULL,
	"hub_ids" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "staff_contact" UNIQUE("tenant_id","contact")
);
--> statement-breakpoint
CREATE TABLE "staff_factor" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"secret" text NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_factor_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"proved_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_session_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "staff_session_token" UNIQUE("tenant_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "return_id" text;--> statement-breakpoint
CREATE INDEX "staff_factor_of" ON "staff_factor" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_of" ON "staff_session" USING btree ("tenant_id","staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_age" ON "staff_session" USING btree ("tenant_id","expires_at");--> statement-breakpoint
CREATE INDEX "order_child_board" ON "order_child" USING btree ("tenant_id","state","created_at");--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_return" UNIQUE("tenant_id","return_id");--> statement-breakpoint
-- The tenant walls around the new tables, as in 0001.
ALTER TABLE public.staff ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.staff FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.staff USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
ALTER TABLE public.staff_session ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.staff_session FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.staff_session USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));--> statement-breakpoint
ALTER TABLE public.staff_factor ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.staff_factor FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.staff_factor USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

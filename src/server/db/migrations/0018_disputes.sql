CREATE TABLE "dispute" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"protocol" text,
	"told_at" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"return_id" text,
	"reason" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "dispute_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "dispute_return" UNIQUE("tenant_id","return_id")
);
--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_tenant_id_payment_id_payment_tenant_id_id_fk" FOREIGN KEY ("tenant_id","payment_id") REFERENCES "public"."payment"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_open" ON "dispute" USING btree ("tenant_id","payment_id") WHERE "dispute"."state" in ('open', 'answered');--> statement-breakpoint
CREATE INDEX "dispute_by_order" ON "dispute" USING btree ("tenant_id","order_id");--> statement-breakpoint
ALTER TABLE public.dispute ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.dispute FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.dispute USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

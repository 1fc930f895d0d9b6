CREATE TABLE "return_photo" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"return_number" integer,
	CONSTRAINT "return_photo_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "refund" DROP CONSTRAINT "refund_per_payment";--> statement-breakpoint
ALTER TABLE "order_child" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "order_event" ADD COLUMN "part" jsonb;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refunded" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "part" text DEFAULT 'order' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "worth" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_photo" ADD CONSTRAINT "return_photo_tenant_id_order_id_order_tenant_id_id_fk" FOREIGN KEY ("tenant_id","order_id") REFERENCES "public"."order"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_photo_by_order" ON "return_photo" USING btree ("tenant_id","order_id");--> statement-breakpoint
CREATE INDEX "return_photo_age" ON "return_photo" USING btree ("tenant_id","at");--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_per_part" UNIQUE("tenant_id","payment_id","part");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_refunded_within" CHECK ("payment"."refunded" >= 0 and "payment"."refunded" <= "payment"."amount");--> statement-breakpoint
-- What went back so far. The walls let the owner of the tables through for as long as this takes.
ALTER TABLE public.refund NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.payment NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE public.refund SET worth = amount, part = CASE WHEN reason IN ('return.received', 'REGRET', 'DEFECT', 'MISSING') THEN 'return:1' ELSE 'order' END;--> statement-breakpoint
UPDATE public.payment SET refunded = (SELECT least(sum(r.amount), payment.amount) FROM public.refund r WHERE r.tenant_id = payment.tenant_id AND r.payment_id = payment.id)
  WHERE EXISTS (SELECT 1 FROM public.refund r WHERE r.tenant_id = payment.tenant_id AND r.payment_id = payment.id);--> statement-breakpoint
ALTER TABLE public.refund FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.payment FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The tenant walls around the new table, as in 0001.
ALTER TABLE public.return_photo ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.return_photo FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.return_photo USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

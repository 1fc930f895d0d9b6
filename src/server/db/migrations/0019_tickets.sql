CREATE TABLE "ticket" (
	"tenant_id" text NOT NULL,
	"id" text NOT NULL,
	"log" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ticket_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "ticket_by_time" ON "ticket" USING btree ("tenant_id","at");--> statement-breakpoint
ALTER TABLE public.ticket ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.ticket FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.ticket USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

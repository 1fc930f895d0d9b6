CREATE TABLE "pause" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone,
	"by" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pause_tenant_id_kind_target_id_pk" PRIMARY KEY("tenant_id","kind","target_id")
);
--> statement-breakpoint
ALTER TABLE public.pause ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.pause FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.pause USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

CREATE TABLE "tenant_source" (
	"tenant_id" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "tenant_source_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
-- The tenant walls around the new table, as in 0001.
ALTER TABLE public.tenant_source ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE public.tenant_source FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_wall ON public.tenant_source USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

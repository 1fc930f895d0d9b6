CREATE TABLE "photo" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"data" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"order_id" uuid,
	CONSTRAINT "photo_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "photo_of" ON "photo" USING btree ("tenant_id","subject");--> statement-breakpoint
CREATE INDEX "photo_age" ON "photo" USING btree ("tenant_id","at");--> statement-breakpoint
-- The tenant walls around the new table, as in 0001.
ALTER TABLE public.photo ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.photo FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.photo USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

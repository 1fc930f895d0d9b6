CREATE TABLE "alert" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"campaign_id" uuid NOT NULL,
	"awaits" text NOT NULL,
	"channel" text NOT NULL,
	"contact" text,
	"latitude" double precision,
	"longitude" double precision,
	"origin" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"version" text NOT NULL,
	"look_at" timestamp (3) with time zone,
	CONSTRAINT "alert_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "alert_once" UNIQUE("tenant_id","subject","campaign_id","awaits")
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "subject" text;--> statement-breakpoint
CREATE INDEX "alert_look" ON "alert" USING btree ("tenant_id","look_at");--> statement-breakpoint
CREATE INDEX "alert_to" ON "alert" USING btree ("tenant_id","contact");--> statement-breakpoint
ALTER TABLE public.alert ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE public.alert FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant_wall ON public.alert USING (tenant_id = current_setting('app.tenant', true)) WITH CHECK (tenant_id = current_setting('app.tenant', true));

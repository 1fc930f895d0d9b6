CREATE TABLE "measurement" (
	"tenant_id" text NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "measurement_tenant_id_day_name_value_pk" PRIMARY KEY("tenant_id","day","name","value")
);
--> statement-breakpoint
CREATE TABLE "news" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image" text,
	"target" text,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "news_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"tenant_id" text NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"session_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"tags" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscription_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "push_subscription_endpoint" UNIQUE("tenant_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "roster" (
	"tenant_id" text NOT NULL,
	"registration" text NOT NULL,
	"cpf" text,
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"user_id" uuid,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "roster_tenant_id_registration_pk" PRIMARY KEY("tenant_id","registration"),
	CONSTRAINT "roster_cpf" UNIQUE("tenant_id","cpf"),
	CONSTRAINT "roster_phone" UNIQUE("tenant_id","phone"),
	CONSTRAINT "roster_email" UNIQUE("tenant_id","email")
);
--> statement-breakpoint
CREATE INDEX "measurement_by_name" ON "measurement" USING btree ("tenant_id","name","day");--> statement-breakpoint
CREATE INDEX "news_of" ON "news" USING btree ("tenant_id","subject","at");--> statement-breakpoint
CREATE INDEX "news_age" ON "news" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "push_subscription_by_subject" ON "push_subscription" USING btree ("tenant_id","subject");--> statement-breakpoint
CREATE INDEX "push_subscription_by_session" ON "push_subscription" USING btree ("tenant_id","session_id");--> statement-breakpoint
CREATE INDEX "roster_by_user" ON "roster" USING btree ("tenant_id","user_id");--> statement-breakpoint
-- The tenant walls around the new tables, as in 0001.
DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['roster', 'push_subscription', 'news', 'measurement']
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON public.%I USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      walled);
  END LOOP;
END $$;

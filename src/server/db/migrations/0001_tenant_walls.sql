-- The role that serves people. Roles belong to the whole server: another database may have made it, perhaps at this very moment.
DO $$
BEGIN
  CREATE ROLE app NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app;
--> statement-breakpoint
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO app;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app;
--> statement-breakpoint
-- A row is seen and written only inside a transaction that named its tenant. Unset means none.
-- A migration that adds a table with tenant_id repeats this block; a test fails when it is forgotten.
DO $$
DECLARE
  walled record;
BEGIN
  FOR walled IN
    SELECT c.table_name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id'
  LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', walled.table_name);
    EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', walled.table_name);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON public.%I USING (tenant_id = current_setting(''app.tenant'', true)) WITH CHECK (tenant_id = current_setting(''app.tenant'', true))',
      walled.table_name);
  END LOOP;
END $$;

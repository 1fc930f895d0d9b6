DROP INDEX "payment_due";--> statement-breakpoint
DROP INDEX "cart_lock_due";--> statement-breakpoint
DROP INDEX "order_due";--> statement-breakpoint
DROP INDEX "payment_check";--> statement-breakpoint
CREATE INDEX "cart_lock_due" ON "cart_lock" USING btree ("locked_until","tenant_id") WHERE "cart_lock"."state" = 'held';--> statement-breakpoint
CREATE INDEX "order_due" ON "order" USING btree ("due_at","tenant_id") WHERE "order"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_check" ON "payment" USING btree ("check_at","tenant_id") WHERE "payment"."check_at" is not null;--> statement-breakpoint
-- Which tenants have work that is due, asked once a second for all of them. A role that nobody can become may look at these columns of everybody's rows and at nothing else.
DO $$
BEGIN
  CREATE ROLE sweeper NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO sweeper;
--> statement-breakpoint
GRANT SELECT (tenant_id, due_at) ON "order" TO sweeper;
--> statement-breakpoint
GRANT SELECT (tenant_id, state, locked_until) ON cart_lock TO sweeper;
--> statement-breakpoint
GRANT SELECT (tenant_id, check_at) ON payment TO sweeper;
--> statement-breakpoint
CREATE POLICY due_work ON "order" FOR SELECT TO sweeper USING (true);
--> statement-breakpoint
CREATE POLICY due_work ON cart_lock FOR SELECT TO sweeper USING (true);
--> statement-breakpoint
CREATE POLICY due_work ON payment FOR SELECT TO sweeper USING (true);
--> statement-breakpoint
CREATE FUNCTION due_work(until timestamptz) RETURNS TABLE (sweep text, tenant text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT 'order.due', o.tenant_id FROM public."order" o WHERE o.due_at <= until
  UNION ALL
  SELECT DISTINCT 'lock.expiry', l.tenant_id FROM public.cart_lock l WHERE l.state = 'held' AND l.locked_until <= until
  UNION ALL
  SELECT DISTINCT 'payment.check', p.tenant_id FROM public.payment p WHERE p.check_at <= until
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION due_work(timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION due_work(timestamptz) TO app;
--> statement-breakpoint
-- Its owner is what it may see. Whoever owns the tables takes the role for this moment alone.
DO $$
BEGIN
  EXECUTE format('GRANT sweeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO sweeper;
  ALTER FUNCTION due_work(timestamptz) OWNER TO sweeper;
  REVOKE CREATE ON SCHEMA public FROM sweeper;
  EXECUTE format('REVOKE sweeper FROM %I', current_user);
END $$;

/** Texts that would be SQL if anything put them into a statement, 400 of them: each core in each dress. */
const cores = [
  "' or 1=1 --", "' or '1'='1", "'; drop table stock; --", "'; select pg_sleep(5); --", "' union select null, null, null --", "' union all select tenant_id, code from \"order\" --", "1; update \"order\" set state='PAID' --", "') or true --", "')) or (('x'='x", "' and 1=(select count(*) from pg_tables) --",
  "' || (select string_agg(email, ',') from account) || '", "'; copy account to '/tmp/x' --", "'; reset role; select * from account; --", "'; set role postgres; --", "' or exists(select 1 from session) --", "$$ or true --", "\\' or 1=1 --", "1 or 1=1", "1) or (1=1", "%' or '%'='",
  "'; insert into campaign (tenant_id) values ('x') --", "' order by 99 --", "' having 1=1 --", "' group by 1 --", "'||pg_sleep(5)||'", "'; do $$ begin perform pg_sleep(5); end $$; --", "'::uuid or true --", "{\"$gt\":\"\"}", "'; select set_config('app.tenant','clube',false) --", "' or tenant_id = 'clube' --",
  "null", "true", "'", '"', '`', "''", "\"; delete from cart; --", '/* */ or 1=1 /*', "'/**/or/**/1=1--", "';--",
];
const dresses: ((core: string) => string)[] = [
  (core) => core, (core) => `x${core}`, (core) => core.toUpperCase(), (core) => core.replaceAll("'", '’'), (core) => core.replaceAll("'", '%27'), (core) => core.replaceAll(' ', '\t'), (core) => core.replaceAll(' ', '/**/'), (core) => `${core}\n`, (core) => `0e0b1c8a-0000-4000-8000-000000000001${core}`, (core) => core.replaceAll("'", "\\'"),
];
export const injections = dresses.flatMap((dress) => cores.map(dress));

import * as v from 'valibot';

/**
 * Every refusal the API can name, with its HTTP status, the Portuguese title a person reads and whether the
 * same call may be sent again.
 * One closed list: a code that is not here does not compile. Source: RFC 9457; docs/decisions, "Problem
 * codes".
 */
export const problems = {
  MALFORMED: { status: 400, title: 'Confira os campos destacados.', retryable: false },
  TENANT_MISMATCH: { status: 400, title: 'Esta loja não atende por este endereço.', retryable: false },
  UNAUTHENTICATED: { status: 401, title: 'Entre para continuar.', retryable: false },
  TOKEN_EXPIRED: { status: 401, title: 'Sua sessão precisa ser renovada.', retryable: true },
  TOKEN_REVOKED: { status: 401, title: 'Sua sessão terminou. Entre de novo.', retryable: false },
  INVALID_CODE: { status: 401, title: 'Código incorreto. Confira os números.', retryable: false },
  EXPIRED_CODE: { status: 401, title: 'Este código venceu. Peça um novo.', retryable: false },
  TOO_MANY_ATTEMPTS: {
    status: 401,
    title: 'Foram muitas tentativas. Peça um novo código.',
    retryable: false,
  },
  FOREIGN_ORIGIN: { status: 403, title: 'Pedido vindo de outro site.', retryable: false },
  NOT_FOUND: { status: 404, title: 'Não encontramos o que você procura.', retryable: false },
  INVALID_KEY: { status: 404, title: 'Não encontramos esse convite.', retryable: false },
  VERSION: { status: 409, title: 'Isto mudou em outro lugar. Mostramos a versão atual.', retryable: false },
  ILLEGAL_EVENT: { status: 409, title: 'O pedido já não permite essa mudança.', retryable: false },
  NOT_CANCELABLE: {
    status: 409,
    title: 'Este pedido não pode mais ser cancelado por aqui.',
    retryable: false,
  },
  IN_FLIGHT: { status: 409, title: 'Estamos terminando o seu pedido anterior.', retryable: true },
  LOCK: { status: 409, title: 'Algo mudou no seu carrinho.', retryable: false },
  LOCK_LOST: { status: 409, title: 'A reserva dos produtos terminou. Confira o carrinho.', retryable: false },
  STOCK: { status: 409, title: 'Um produto acabou de esgotar.', retryable: false },
  PRICE: { status: 409, title: 'Um preço mudou. Confira o novo total.', retryable: false },
  CAMPAIGN: { status: 409, title: 'Esta campanha não está aberta para você.', retryable: false },
  CAMPAIGN_ENDED: { status: 409, title: 'A campanha terminou antes do pedido.', retryable: false },
  AREA: { status: 409, title: 'Ainda não entregamos nesse endereço.', retryable: false },
  LIMIT: { status: 409, title: 'Há um limite por pedido nesta campanha.', retryable: false },
  COUPON: { status: 409, title: 'Este cupom não vale mais para o seu carrinho.', retryable: false },
  WINDOW: { status: 409, title: 'Este horário já passou ou lotou.', retryable: false },
  ORDERED: { status: 409, title: 'Este carrinho já virou um pedido.', retryable: false },
  KEY_LIMIT: { status: 409, title: 'Este convite já foi usado o máximo de vezes.', retryable: false },
  TAKEN: { status: 409, title: 'Este cadastro já existe.', retryable: false },
  BALANCE: { status: 409, title: 'O saldo da carteira não cobre esse valor.', retryable: false },
  TRANSFER_USED: { status: 409, title: 'Este Pix já foi usado em outro pagamento.', retryable: false },
  LAST_OWNER: { status: 409, title: 'A loja precisa de uma pessoa responsável.', retryable: false },
  ANSWERED: { status: 409, title: 'Você já respondeu a esta pesquisa.', retryable: false },
  EXPIRED_KEY: { status: 410, title: 'Este convite venceu.', retryable: false },
  TOO_LARGE: { status: 413, title: 'O envio é grande demais.', retryable: false },
  KEY_REUSED: {
    status: 422,
    title: 'Esta tentativa de pedido já foi usada com outro carrinho.',
    retryable: false,
  },
  APPROVAL: { status: 422, title: 'Isto espera a aprovação de outra pessoa da equipe.', retryable: false },
  ROLE: { status: 422, title: 'O seu papel na loja não permite isso.', retryable: false },
  AMOUNT: { status: 422, title: 'O valor não é o desta cobrança.', retryable: false },
  HANDOVER_CODE: { status: 422, title: 'Nenhuma retirada espera por este código.', retryable: false },
  ADDRESS: { status: 422, title: 'Falta completar o endereço.', retryable: false },
  ADDRESS_LIMIT: {
    status: 422,
    title: 'Sua conta já guarda 20 endereços. Exclua um para guardar outro.',
    retryable: false,
  },
  RESCHEDULE_LIMIT: { status: 422, title: 'Este pedido já foi reagendado duas vezes.', retryable: false },
  RETURN_LATE: { status: 422, title: 'O prazo para devolver este pedido terminou.', retryable: false },
  COUPON_REFUSED: { status: 422, title: 'Este cupom não vale para o seu carrinho.', retryable: false },
  PAYMENT_METHOD: { status: 422, title: 'Esta forma de pagamento não está disponível.', retryable: false },
  PIX_LIMIT: { status: 422, title: 'Este pedido já teve todos os códigos Pix possíveis.', retryable: false },
  SIGNUP_GRANT: {
    status: 422,
    title: 'O cadastro demorou demais. Entre com um novo código.',
    retryable: false,
  },
  SSO_FAILED: {
    status: 422,
    title: 'Não foi possível entrar com esse serviço. Tente de novo ou use um código.',
    retryable: false,
  },
  FRESH_PROOF: {
    status: 422,
    title: 'Antes disso, confirme que é você com um novo código.',
    retryable: false,
  },
  CONSENT: {
    status: 422,
    title: 'Antes disso, permita este uso nas suas preferências de privacidade.',
    retryable: false,
  },
  PUSH_SERVICE: {
    status: 422,
    title: 'Este navegador usa um serviço de avisos que não conhecemos.',
    retryable: false,
  },
  COUNTRY: {
    status: 422,
    title: 'Por enquanto enviamos códigos só para celulares do Brasil.',
    retryable: false,
  },
  PROOF_OF_WORK: {
    status: 429,
    title: 'Muitos pedidos deste endereço. Tente de novo em instantes.',
    retryable: true,
  },
  TOO_MANY_CODES: { status: 429, title: 'Espere um pouco antes de pedir outro código.', retryable: true },
  TOO_MANY_REQUESTS: { status: 429, title: 'Muitos pedidos seguidos. Espere um instante.', retryable: true },
  INTERNAL: { status: 500, title: 'Algo falhou do nosso lado. Nada foi cobrado.', retryable: true },
  READ_ONLY: {
    status: 503,
    title: 'Por alguns minutos a loja só pode ser vista. Nada se perdeu: tente de novo em instantes.',
    retryable: true,
  },
  UNAVAILABLE: { status: 503, title: 'A loja volta em instantes.', retryable: true },
} as const satisfies Record<string, { status: number; title: string; retryable: boolean }>;

export type ProblemCode = keyof typeof problems;
// The keys of a literal object are its codes
const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

export const ProblemCodeSchema = v.picklist(codes);

/**
 * The body of every refusal, `application/problem+json`. `detail` refines LOCK (STOCK, PRICE, CAMPAIGN, AREA,
 * LIMIT, SELECTION, COUPON, WINDOW, WINDOW_PAST) and APPROVAL (OWN, WAITING, DECIDED, EXPIRED); of CAMPAIGN it is
 * the reason of a pause.
 */
export const Problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: ProblemCodeSchema,
  detail: v.optional(v.string()),
  fields: v.optional(v.array(v.object({ field: v.string(), message: v.string() }))),
  retryable: v.boolean(),
  requestId: v.string(),
  /** seconds, as in Retry-After */
  retryAfter: v.optional(v.number()),
  attemptsLeft: v.optional(v.number()),
  allowedEvents: v.optional(v.array(v.string())),
  /** the current cart, order or quote where the refusal is about a stale one; the terms of a coupon */
  current: v.optional(v.unknown()),
});
export type Problem = v.InferOutput<typeof Problem>;

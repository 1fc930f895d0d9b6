import type { FaultName } from '#flows/faults/fault-matrix.ts';

/** What a failed call may do that needs a reason, by chart, state and call. A reason that nothing needs is a fault. */

/**
 * How a chart goes on where nothing leads back to a call, as the flow book says it, and after which of its failures:
 * after all of them where none is named.
 */
export const goesOnWithout: Readonly<Record<string, readonly [why: string, ...after: FaultName[]]>> = {
  'help asking readHelp': [
    'a ajuda segue sem o texto da loja, com os canais que há',
    '401',
    '409',
    '422',
    '429',
    '500',
    'mistake',
  ],
  'install reading readInstallWords': ['o convite usa as palavras do próprio app'],
  'measuring asking recallConsent': [
    'nesta página nada é contado',
    '401',
    '409',
    '422',
    '429',
    '500',
    'mistake',
  ],
  'openedOrder recalling recallPass': ['o aparelho não guarda nenhuma chave: o código do pedido é pedido'],
  'ops restoring restoreStaff': ['sem entrada que valha, a pessoa entra', '401', '409', '422', 'mistake'],
  'photo recalling load': ['a foto já está guardada, só não se vê'],
  'push looking lookAtPush': [
    'o aparelho não recebe avisos, e nada é oferecido',
    '401',
    '409',
    '422',
    '429',
    '500',
    'mistake',
  ],
  'signInLink reading readLink': ['o endereço não traz link de entrada, e a página diz isso'],
  'ssoReturn handing handOver': ['não há outra aba à espera: a página leva à loja'],
  'texts asking loadConsents': [
    'a pergunta fica para a próxima página',
    '401',
    '409',
    '422',
    '429',
    '500',
    'mistake',
  ],
  'texts answering answerTexts': ['os textos mudaram de novo: a pergunta fica para a próxima página', '409'],
};

/** What the chart knew before some failure and lets go of. */
export const letsGo: Readonly<Record<string, readonly string[]>> = {
  // The order is paid; keeping the card was an offer beside it.
  'card paying.keeping beginKeeping': ['isWanted'],
  'card paying.saving saveCard': ['isWanted'],
  // What is to be written is known by the cart: these say only what was on its way, and since when.
  'cart syncing.creatingUuid drawCart': ['repeatedAt'],
  'cart syncing.creatingLead ensureLead': ['repeatedAt'],
  'cart syncing.writing putCart': ['sent'],
  // A reservation that the server does not know any more, and the key of a try that it refused.
  'checkout placing.posting placeOrder': ['lock', 'key'],
  'checkout placing.intending beginCard': ['lock', 'key'],
  // What was pressed is never taken for what the server said.
  'consents choosing setConsent': ['choice'],
  'devices ending endDevices': ['ending'],
  'inbox shown.marking markRead': ['opened'],
  'ownData deleting deleteAccount': ['isLeaving'],
  'photo removing remove': ['id'],
  'push confirming confirmPush': ['subscription'],
  // Codes and attempts that are of use once.
  'contactChange checking changeContact': ['code'],
  'login verified.activating activate': ['sentTo', 'tokens', 'signupGrant'],
  'opsLogin proving proveSecond': ['challenged'],
  'sso asking askBeside': ['attempt'],
  'sso finishing redeem': ['attempt', 'answer'],
  'sso leaving leaveFor': ['attempt'],
  'install asking promptInstall': ['way'],
  // Who is over, or leaves whatever the server says.
  'ops leaving signOut': ['me'],
  'session restoring restoreSession': ['hint'],
  // Counts are not worth a second try; what was held is shown in words of our own.
  'measuring counting.sending sendMeasured': ['events', 'sending'],
  'notices words.loading loadMessages': ['held'],
};

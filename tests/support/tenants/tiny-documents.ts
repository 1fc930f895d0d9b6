import * as v from 'valibot';
import { TenantDocuments } from '#contract/tenant/tenant-documents.ts';

/** The collections of a small tenant: its words, four questions about likings and two surveys. */
export const tinyDocuments = (): TenantDocuments =>
  v.parse(TenantDocuments, {
    defaults: {
      dialogs: {},
      snackMessages: {
        smsSent: 'Enviamos para {phoneNumber}',
        emailSent: 'Enviamos para {email}',
        logout: 'Até logo, {accountName}',
      },
      others: { helpLabel: 'Ajuda' },
    },
    routes: { 'pt-br': { home: 'Início' } },
    pwa: {},
    status: {},
    shippingCompanies: {},
    likings: {
      gosto: {
        index: 2,
        title: 'Do que você gosta?',
        type: 'MULTI',
        required: true,
        options: [
          { id: 'doce', label: 'Doce', tags: ['frutas'] },
          { id: 'azedo', label: 'Azedo' },
          { id: 'amargo', label: 'Amargo' },
        ],
      },
      casa: {
        index: 1,
        title: 'Quantas pessoas?',
        type: 'SINGLE',
        options: [
          { id: 'uma', label: 'Uma' },
          { id: 'mais', label: 'Mais' },
        ],
      },
      nota: { index: 3, title: 'Que nota?', type: 'SCALE' },
      falta: { index: 4, title: 'O que falta?', type: 'TEXT' },
    },
    surveys: {
      entrega: {
        title: 'Como foi?',
        trigger: 'AFTER_COMPLETED',
        questions: [
          { id: 'nota', title: 'Nota', type: 'SCALE', required: true },
          { id: 'recado', title: 'Recado', type: 'TEXT' },
        ],
      },
      campanha: {
        title: 'E a campanha?',
        trigger: 'CAMPAIGN',
        questions: [
          {
            id: 'volta',
            title: 'Volta?',
            type: 'SINGLE',
            options: [
              { id: 'sim', label: 'Sim' },
              { id: 'nao', label: 'Não' },
            ],
          },
        ],
      },
    },
  });

import { gates, gatesOfClients } from './gates.ts';
import { appSetup } from './setup.ts';

/** What a person sees and changes of their own account: nobody does before the sign-up is finished. */
const gatesOfOwners = [...gatesOfClients, gates.lacksAccount] as const;

export const accountScreens = {
  profile: appSetup.createStateConfig({
    description: 'Os dados pessoais da conta; dali se mudam e se completam.',
    always: gatesOfOwners,
  }),
  messages: appSetup.createStateConfig({
    description: 'O que a loja disse à pessoa sobre os pedidos dela; cada mensagem leva ao que trata.',
    always: gatesOfOwners,
  }),
  editProfile: appSetup.createStateConfig({
    description: 'O formulário dos dados pessoais; guardado, a pessoa volta a eles.',
    always: gatesOfOwners,
  }),
  updateVerification: appSetup.createStateConfig({
    description: 'A pessoa diz o celular ou o e-mail novo com que quer entrar.',
    always: gatesOfOwners,
  }),
  updateActivation: appSetup.createStateConfig({
    description: 'O código que foi ao contato novo é digitado; certo, a pessoa entra com ele.',
    always: gatesOfOwners,
  }),
};

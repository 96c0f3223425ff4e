import { useForm, type UseFormReturn } from 'react-hook-form'

import { checkedBy } from '#platform/form.ts'

import {
  BankAccount,
  bankAccountOf,
  bankDetailsOf,
  mandateText,
  textOfBankFailure,
  type Owner,
} from './bank-account.ts'
import { openClient } from './parts/client.ts'

export type BankForm = {
  form: UseFormReturn<BankAccount, unknown, BankAccount>
  /** Who is billed has an address, which is the account's until somebody says otherwise. */
  has_address: boolean
  /** What the owner of such an account agrees to. */
  mandateOf: (account: BankAccount) => string
  /** Turns the account into a nonce. Throws an Error with a text for the person. */
  tokenize: () => Promise<string>
}

export const reviewBankText = 'Something went wrong. Please review your Bank account information and try again.'

/** The state of a form for a bank account: checked as it is typed. */
export const useBankForm = (owner: Owner | undefined, amount_cents: number): BankForm => {
  const form = useForm<BankAccount, unknown, BankAccount>({
    resolver: checkedBy(BankAccount),
    mode: 'onChange',
    defaultValues: bankAccountOf(owner),
  })
  const mandateOf = (account: BankAccount) => mandateText({ ...account, amount_cents, today: new Date() })
  return {
    form,
    has_address: Boolean(owner?.address && owner.state),
    mandateOf,
    tokenize: () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      void form.handleSubmit(
        account =>
          tokenizeAccount(account, mandateOf(account)).then(resolve, (error: unknown) =>
            reject(new Error(textOfBankFailure(error), { cause: error })),
          ),
        () => reject(new Error(reviewBankText)),
      )()
      return promise
    },
  }
}

/** The published types know callbacks alone. */
type Tokenizer = {
  tokenize: (account: { bankDetails: object; mandateText: string }) => Promise<{ nonce: string }>
  teardown: () => Promise<void>
}

const tokenizeAccount = async (account: BankAccount, agreed: string): Promise<string> => {
  const [client, { default: usBankAccount }] = await Promise.all([
    openClient(),
    import('braintree-web/us-bank-account'),
  ])
  const bank = (await usBankAccount.create({ client })) as unknown as Tokenizer
  try {
    return (await bank.tokenize({ bankDetails: bankDetailsOf(account), mandateText: agreed })).nonce
  } finally {
    await bank.teardown()
  }
}

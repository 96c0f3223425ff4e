import { useForm, type UseFormReturn } from 'react-hook-form'

import { schemaResolver } from '#platform/http/form.ts'
import { useCompany } from '#platform/settings/company-context.ts'

import {
  BankAccount,
  toBankAccount,
  toBankDetails,
  mandateText,
  bankFailureText,
  type BankOwner,
} from './bank-account.ts'
import { openClient } from './parts/client.ts'

export type BankFormHandle = {
  form: UseFormReturn<BankAccount, unknown, BankAccount>
  /** Whether the billing address is known; it is the account’s address until edited. */
  has_address: boolean
  /** Returns the mandate that the owner agrees to. */
  mandateOf: (account: BankAccount) => string
  /** Tokenizes the account into a nonce. Throws an Error with a message for the user. */
  tokenize: () => Promise<string>
}

export const REVIEW_BANK_TEXT = 'Something went wrong. Please review your Bank account information and try again.'

/** The state of a bank account form, validated on change. */
export const useBankForm = (owner: BankOwner | undefined, amount_cents: number): BankFormHandle => {
  const form = useForm<BankAccount, unknown, BankAccount>({
    resolver: schemaResolver(BankAccount),
    mode: 'onChange',
    defaultValues: toBankAccount(owner),
  })
  const { name: shop } = useCompany()
  const mandateOf = (account: BankAccount) => mandateText({ ...account, amount_cents, today: new Date(), shop })
  return {
    form,
    has_address: Boolean(owner?.address && owner.state),
    mandateOf,
    tokenize: () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      void form.handleSubmit(
        account =>
          tokenizeAccount(account, mandateOf(account)).then(resolve, (error: unknown) =>
            reject(new Error(bankFailureText(error), { cause: error })),
          ),
        () => reject(new Error(REVIEW_BANK_TEXT)),
      )()
      return promise
    },
  }
}

/** The published types support callbacks only. */
type BankTokenizer = {
  tokenize: (account: { bankDetails: object; mandateText: string }) => Promise<{ nonce: string }>
  teardown: () => Promise<void>
}

const tokenizeAccount = async (account: BankAccount, mandate: string): Promise<string> => {
  const [client, { default: usBankAccount }] = await Promise.all([
    openClient(),
    import('braintree-web/us-bank-account'),
  ])
  const bank = (await usBankAccount.create({ client })) as unknown as BankTokenizer
  try {
    return (await bank.tokenize({ bankDetails: toBankDetails(account), mandateText: mandate })).nonce
  } finally {
    await bank.teardown()
  }
}

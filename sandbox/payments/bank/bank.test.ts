/** Tests for bank accounts, from tokenization in the browser to settled debits, through the official server SDK. */
import type { BraintreeGateway, Transaction } from 'braintree'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import {
  createBrowserClient,
  verificationOptions,
  errorCodes,
  callControlApi,
  createTestCustomer,
  sdk,
  untyped,
} from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => callControlApi(sandbox, 'PUT', 'settings', { debits_settle: false, strict_amounts: false }))

// The query as the browser SDK sends it.
const query =
  'mutation TokenizeUsBankAccount($input: TokenizeUsBankAccountInput!) {  tokenizeUsBankAccount(input: $input) {    paymentMethod {      id      details {        ... on UsBankAccountDetails {          last4        }      }    }  }}'
const account = {
  achMandate: 'I authorize a debit of $1.',
  routingNumber: '021000021',
  accountNumber: '1000000000',
  accountType: 'CHECKING',
  individualOwner: { firstName: 'Ada', lastName: 'Okafor' },
  billingAddress: { streetAddress: '1 Pier', city: 'Oakland', state: 'CA', zipCode: '94607' },
}
type TokenizeBankAccountResponse = {
  data: { tokenizeUsBankAccount: { paymentMethod: { id: string; details: { last4: string } } } | null }
  errors?: { message: string; extensions: { inputPath: string[] } }[]
}
const tokenize = async (changes: object = {}) => {
  const client = await createBrowserClient(sandbox)
  return (await client.graphql<TokenizeBankAccountResponse>(query, { usBankAccount: { ...account, ...changes } })).body
}
const createNonce = async (accountNumber: string) =>
  (await tokenize({ accountNumber })).data.tokenizeUsBankAccount?.paymentMethod.id ?? ''

type VaultedBankAccount = { token: string; verified: boolean; verifications: { id: string; status: string }[] }
type BankVerificationMethod = 'network_check' | 'micro_transfers' | 'independent_check'
async function vaultAccount(accountNumber: string, method?: BankVerificationMethod): Promise<VaultedBankAccount> {
  const result = await gateway.paymentMethod.create({
    customerId: await createTestCustomer(sandbox),
    paymentMethodNonce: await createNonce(accountNumber),
    options: method ? verificationOptions(method) : {},
  })
  expect(result.success).toBe(true)
  return result.paymentMethod as unknown as VaultedBankAccount
}
const debit = async (paymentMethodToken: string, amount = '1200.00') =>
  gateway.transaction.sale({ amount, paymentMethodToken, options: { submitForSettlement: true } })

describe('bank accounts', () => {
  test('an account is vaulted with its owner, bank and mandate', async () => {
    const vaulted = await vaultAccount('1000000000', 'network_check')
    expect(vaulted).toMatchObject({
      last4: '0000',
      routingNumber: '021000021',
      bankName: 'JPMorgan Chase Bank',
      accountHolderName: 'Ada Okafor',
      ownershipType: 'personal',
      verified: true,
      achMandate: { text: 'I authorize a debit of $1.' },
      verifications: [{ status: 'verified', processorResponseCode: '1000', verificationMethod: 'network_check' }],
    })
    expect(await gateway.paymentMethod.find(vaulted.token)).toMatchObject({ last4: '0000', verified: true })
  })

  test('an account that fails verification is vaulted unverified, with the response code, and cannot be debited', async () => {
    const vaulted = await vaultAccount('1000000006', 'network_check')
    expect(vaulted).toMatchObject({
      verified: false,
      verifications: [{ status: 'processor_declined', processorResponseCode: '2092' }],
    })
    expect(errorCodes(await debit(vaulted.token))).toEqual(['915172'])
  })

  test.each([
    ['1000000001', 'verified', '1003'],
    ['1000000002', 'processor_declined', '3000'],
    ['1000000003', 'processor_declined', '2038'],
    ['1000000004', 'processor_declined', '2046'],
    ['1000000005', 'processor_declined', '2061'],
    ['1000000010', 'processor_declined', '2046'],
    ['1000000011', 'verified', '1000'],
  ])('account %s is %s with %s', async (number, status, processorResponseCode) => {
    expect((await vaultAccount(number, 'network_check')).verifications).toMatchObject([
      { status, processorResponseCode },
    ])
  })

  test.each([
    [{ accountNumber: '1234567890' }, 'accountNumber'],
    [{ accountNumber: '12a4' }, 'accountNumber'],
    [{ routingNumber: '021000022' }, 'routingNumber'],
    [{ routingNumber: '000000000' }, 'routingNumber'],
    [{ accountType: 'PIGGY' }, 'accountType'],
    [{ achMandate: '' }, 'achMandate'],
    [{ individualOwner: { firstName: 'Ada' } }, 'individualOwner'],
  ])('%o is refused', async (change, field) => {
    const { data, errors } = await tokenize(change)
    expect(data.tokenizeUsBankAccount).toBeNull()
    expect(errors?.map(error => error.extensions.inputPath.at(-1))).toEqual([field])
  })

  test('an unknown verification method is refused', async () => {
    const result = await gateway.paymentMethod.create({
      customerId: await createTestCustomer(sandbox),
      paymentMethodNonce: 'fake-us-bank-account-nonce',
      options: verificationOptions('guess'),
    })
    expect(errorCodes(result)).toEqual(['93121'])
  })
})

describe('micro-deposits', () => {
  const confirmAmounts = (id: string, amounts: number[]) =>
    untyped(gateway).usBankAccountVerification.confirmMicroTransferAmounts(id, amounts)
  const startVerification = async () => {
    const vaulted = await vaultAccount('1000000000', 'micro_transfers')
    expect(vaulted).toMatchObject({ verified: false, verifications: [{ status: 'pending' }] })
    return { ...vaulted, verificationId: vaulted.verifications[0]?.id ?? '' }
  }

  test('amounts of 17 and 29 cents confirm an account once, in either order', async () => {
    const { token, verificationId } = await startVerification()
    expect(errorCodes(await confirmAmounts(verificationId, [17, 30]))).toEqual(['96103'])
    expect(await confirmAmounts(verificationId, [29, 17])).toMatchObject({
      success: true,
      usBankAccountVerification: { status: 'verified' },
    })
    expect(errorCodes(await confirmAmounts(verificationId, [17, 29]))).toEqual(['96101'])
    expect((await debit(token)).success).toBe(true)
  })

  test('five wrong attempts end the verification', async () => {
    const { verificationId } = await startVerification()
    for (let amount = 1; amount <= 5; amount++)
      expect(errorCodes(await confirmAmounts(verificationId, [amount, 29]))).toEqual(['96103'])
    expect(errorCodes(await confirmAmounts(verificationId, [17, 29]))).toEqual(['96104'])
  })

  test('invalid amounts get another error than wrong amounts', async () => {
    const { verificationId } = await startVerification()
    expect(errorCodes(await confirmAmounts(verificationId, [17]))).toEqual(['96106'])
    expect(errorCodes(await confirmAmounts(verificationId, [-17, 29]))).toEqual(['96106'])
    await expect(confirmAmounts('nothing', [17, 29])).rejects.toMatchObject({ type: 'notFoundError' })
  })
})

describe('debits', () => {
  const settleDebit = async (id: string) => {
    await gateway.testing.settle(id)
    return gateway.transaction.find(id)
  }
  const createDebit = async (token: string, amount?: string): Promise<Transaction> => {
    const result = await debit(token, amount)
    expect(result).toMatchObject({ success: true, transaction: { status: 'settlement_pending' } })
    return result.transaction
  }

  test('a debit of a good account is pending, then settled, and can be refunded', async () => {
    const { token } = await vaultAccount('1000000000', 'network_check')
    const { id } = await createDebit(token)
    expect(await settleDebit(id)).toMatchObject({
      status: 'settled',
      paymentInstrumentType: 'us_bank_account',
      usBankAccount: { last4: '0000', accountHolderName: 'Ada Okafor', token },
    })
    expect(await gateway.transaction.refund(id)).toMatchObject({ success: true, transaction: { type: 'credit' } })
  })

  test('a debit of a bad account that the merchant vouched for is declined at settlement', async () => {
    const { token } = await vaultAccount('1000000004', 'independent_check')
    expect(await settleDebit((await createDebit(token)).id)).toMatchObject({
      status: 'settlement_declined',
      processorSettlementResponseCode: '2046',
    })
  })

  test('a debit of an account that cannot be confirmed is declined at once, with the name of the service', async () => {
    const { token } = await vaultAccount('1000000011', 'network_check')
    expect(await debit(token)).toMatchObject({
      success: false,
      transaction: { status: 'processor_declined', processorResponseText: expect.stringContaining('GIACT') },
    })
  })

  test('the amount decides the result in strict mode', async () => {
    await callControlApi(sandbox, 'PUT', 'settings', { strict_amounts: true })
    const { token } = await vaultAccount('1000000000', 'network_check')
    expect(await settleDebit((await createDebit(token, '4001.00')).id)).toMatchObject({ status: 'settlement_declined' })
    const { id } = await createDebit(token, '4002.00')
    expect(await settleDebit(id)).toMatchObject({ status: 'settlement_pending' })
    expect(await settleDebit(id)).toMatchObject({ status: 'settled' })
  })

  test('a debit needs a vaulted and verified account', async () => {
    const result = await gateway.transaction.sale({
      amount: '5.00',
      paymentMethodNonce: await createNonce('1000000000'),
    })
    expect(errorCodes(result)).toEqual(['915171'])
    expect(errorCodes(await debit((await vaultAccount('1000000000')).token))).toEqual(['915172'])
  })

  test('debits settle automatically when that setting is on', async () => {
    const { token } = await vaultAccount('1000000000', 'network_check')
    const { id } = await createDebit(token)
    await callControlApi(sandbox, 'PUT', 'settings', { debits_settle: true })
    await expect.poll(async () => (await gateway.transaction.find(id)).status, { interval: 200 }).toBe('settled')
  })
})

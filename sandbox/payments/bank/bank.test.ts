/** Bank accounts, from the browser's GraphQL to the end of a debit, by the official server SDK. */
import type { BraintreeGateway, Transaction } from 'braintree'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSandbox, type Sandbox } from '../../start.ts'
import { browser, checkedBy, codes, control, newCustomer, sdk, untyped } from '../testing.ts'

let sandbox: Sandbox
let gateway: BraintreeGateway
beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = sdk(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => control(sandbox, 'PUT', 'settings', { debits_settle: false, strict_amounts: false }))

// As the browser SDK writes it.
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
type Answer = {
  data: { tokenizeUsBankAccount: { paymentMethod: { id: string; details: { last4: string } } } | null }
  errors?: { message: string; extensions: { inputPath: string[] } }[]
}
const tokenize = async (changes: object = {}) => {
  const door = await browser(sandbox)
  return (await door.graphql<Answer>(query, { usBankAccount: { ...account, ...changes } })).answer
}
const nonceOf = async (accountNumber: string) =>
  (await tokenize({ accountNumber })).data.tokenizeUsBankAccount?.paymentMethod.id ?? ''

type Kept = { token: string; verified: boolean; verifications: { id: string; status: string }[] }
type Method = 'network_check' | 'micro_transfers' | 'independent_check'
async function keep(accountNumber: string, method?: Method): Promise<Kept> {
  const result = await gateway.paymentMethod.create({
    customerId: await newCustomer(sandbox),
    paymentMethodNonce: await nonceOf(accountNumber),
    options: method ? checkedBy(method) : {},
  })
  expect(result.success).toBe(true)
  return result.paymentMethod as unknown as Kept
}
const debit = async (paymentMethodToken: string, amount = '1200.00') =>
  gateway.transaction.sale({ amount, paymentMethodToken, options: { submitForSettlement: true } })

describe('accounts', () => {
  test('are kept with their owner, bank and mandate', async () => {
    const kept = await keep('1000000000', 'network_check')
    expect(kept).toMatchObject({
      last4: '0000',
      routingNumber: '021000021',
      bankName: 'JPMorgan Chase Bank',
      accountHolderName: 'Ada Okafor',
      ownershipType: 'personal',
      verified: true,
      achMandate: { text: 'I authorize a debit of $1.' },
      verifications: [{ status: 'verified', processorResponseCode: '1000', verificationMethod: 'network_check' }],
    })
    expect(await gateway.paymentMethod.find(kept.token)).toMatchObject({ last4: '0000', verified: true })
  })

  test('whose check fails are kept unverified, with the code, and cannot be debited', async () => {
    const kept = await keep('1000000006', 'network_check')
    expect(kept).toMatchObject({
      verified: false,
      verifications: [{ status: 'processor_declined', processorResponseCode: '2092' }],
    })
    expect(codes(await debit(kept.token))).toEqual(['915172'])
  })

  test.each([
    ['1000000001', 'verified', '1003'],
    ['1000000002', 'processor_declined', '3000'],
    ['1000000003', 'processor_declined', '2038'],
    ['1000000004', 'processor_declined', '2046'],
    ['1000000005', 'processor_declined', '2061'],
    ['1000000010', 'processor_declined', '2046'],
    ['1000000011', 'verified', '1000'],
  ])('%s is %s with %s', async (number, status, processorResponseCode) => {
    expect((await keep(number, 'network_check')).verifications).toMatchObject([{ status, processorResponseCode }])
  })

  test.each([
    [{ accountNumber: '1234567890' }, 'accountNumber'],
    [{ accountNumber: '12a4' }, 'accountNumber'],
    [{ routingNumber: '021000022' }, 'routingNumber'],
    [{ routingNumber: '000000000' }, 'routingNumber'],
    [{ accountType: 'PIGGY' }, 'accountType'],
    [{ achMandate: '' }, 'achMandate'],
    [{ individualOwner: { firstName: 'Ada' } }, 'individualOwner'],
  ])('%o is refused', async (wrong, field) => {
    const { data, errors } = await tokenize(wrong)
    expect(data.tokenizeUsBankAccount).toBeNull()
    expect(errors?.map(error => error.extensions.inputPath.at(-1))).toEqual([field])
  })

  test('a way of checking that is none is refused', async () => {
    const result = await gateway.paymentMethod.create({
      customerId: await newCustomer(sandbox),
      paymentMethodNonce: 'fake-us-bank-account-nonce',
      options: checkedBy('guess'),
    })
    expect(codes(result)).toEqual(['93121'])
  })
})

describe('small deposits', () => {
  const confirm = (id: string, amounts: number[]) =>
    untyped(gateway).usBankAccountVerification.confirmMicroTransferAmounts(id, amounts)
  const begin = async () => {
    const kept = await keep('1000000000', 'micro_transfers')
    expect(kept).toMatchObject({ verified: false, verifications: [{ status: 'pending' }] })
    return { ...kept, check: kept.verifications[0]?.id ?? '' }
  }

  test('of 17 and 29 cents confirm an account, in either order, once', async () => {
    const { token, check } = await begin()
    expect(codes(await confirm(check, [17, 30]))).toEqual(['96103'])
    expect(await confirm(check, [29, 17])).toMatchObject({
      success: true,
      usBankAccountVerification: { status: 'verified' },
    })
    expect(codes(await confirm(check, [17, 29]))).toEqual(['96101'])
    expect((await debit(token)).success).toBe(true)
  })

  test('are not guessed more than five times', async () => {
    const { check } = await begin()
    for (let guess = 1; guess <= 5; guess++) expect(codes(await confirm(check, [guess, 29]))).toEqual(['96103'])
    expect(codes(await confirm(check, [17, 29]))).toEqual(['96104'])
  })

  test('that make no sense are told apart from wrong ones', async () => {
    const { check } = await begin()
    expect(codes(await confirm(check, [17]))).toEqual(['96106'])
    expect(codes(await confirm(check, [-17, 29]))).toEqual(['96106'])
    await expect(confirm('nothing', [17, 29])).rejects.toMatchObject({ type: 'notFoundError' })
  })
})

describe('debits', () => {
  const settle = async (id: string) => {
    await gateway.testing.settle(id)
    return gateway.transaction.find(id)
  }
  const made = async (token: string, amount?: string): Promise<Transaction> => {
    const result = await debit(token, amount)
    expect(result).toMatchObject({ success: true, transaction: { status: 'settlement_pending' } })
    return result.transaction
  }

  test('of a good account are pending, then settled, then given back', async () => {
    const { token } = await keep('1000000000', 'network_check')
    const { id } = await made(token)
    expect(await settle(id)).toMatchObject({
      status: 'settled',
      paymentInstrumentType: 'us_bank_account',
      usBankAccount: { last4: '0000', accountHolderName: 'Ada Okafor', token },
    })
    expect(await gateway.transaction.refund(id)).toMatchObject({ success: true, transaction: { type: 'credit' } })
  })

  test('of a bad account that somebody vouched for are declined when they settle', async () => {
    const { token } = await keep('1000000004', 'independent_check')
    expect(await settle((await made(token)).id)).toMatchObject({
      status: 'settlement_declined',
      processorSettlementResponseCode: '2046',
    })
  })

  test('of an account that nobody can confirm any more are declined at once, with who says so', async () => {
    const { token } = await keep('1000000011', 'network_check')
    expect(await debit(token)).toMatchObject({
      success: false,
      transaction: { status: 'processor_declined', processorResponseText: expect.stringContaining('GIACT') },
    })
  })

  test('follow the amount while amounts are strict', async () => {
    await control(sandbox, 'PUT', 'settings', { strict_amounts: true })
    const { token } = await keep('1000000000', 'network_check')
    expect(await settle((await made(token, '4001.00')).id)).toMatchObject({ status: 'settlement_declined' })
    const { id } = await made(token, '4002.00')
    expect(await settle(id)).toMatchObject({ status: 'settlement_pending' })
    expect(await settle(id)).toMatchObject({ status: 'settled' })
  })

  test('need an account that is kept and verified', async () => {
    const result = await gateway.transaction.sale({ amount: '5.00', paymentMethodNonce: await nonceOf('1000000000') })
    expect(codes(result)).toEqual(['915171'])
    expect(codes(await debit((await keep('1000000000')).token))).toEqual(['915172'])
  })

  test('end by themselves unless that is done by hand', async () => {
    const { token } = await keep('1000000000', 'network_check')
    const { id } = await made(token)
    await control(sandbox, 'PUT', 'settings', { debits_settle: true })
    await expect
      .poll(async () => (await gateway.transaction.find(id)).status, { timeout: 15_000, interval: 200 })
      .toBe('settled')
  })
})

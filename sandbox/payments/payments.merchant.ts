/** The merchant page of the browser test: 3D Secure, bank accounts, PayPal and the vault. */
import client from 'braintree-web/client'
import hostedFields from 'braintree-web/hosted-fields'
import payPalCheckout from 'braintree-web/paypal-checkout'
import threeDSecure from 'braintree-web/three-d-secure'
import usBankAccount from 'braintree-web/us-bank-account'
import vaultManager from 'braintree-web/vault-manager'

const authorization = await (await fetch('/token')).text()
const instance = await client.create({ authorization })

const card = await hostedFields.create({
  client: instance,
  fields: {
    number: { container: '#number' },
    cvv: { container: '#cvv' },
    expirationDate: { container: '#expirationDate' },
  },
})
const secure = await threeDSecure.create({ client: instance, version: 2 })
// Its published types cover only callbacks.
const bank = (await usBankAccount.create({ client: instance })) as unknown as {
  tokenize(options: object): Promise<unknown>
}
const vault = await vaultManager.create({ client: instance })
const payPal = await payPalCheckout.create({ client: instance })

type VerifyOptions = { amount: string; challengeRequested?: boolean }
const continueLookup = (_: unknown, next: () => void) => next()
const events: string[] = []
const emitter = secure as unknown as { on(event: string, listener: (...args: unknown[]) => void): void }
emitter.on('customer-canceled', () => events.push('customer-canceled'))
emitter.on('authentication-modal-render', () => events.push('authentication-modal-render'))
emitter.on('authentication-modal-close', () => events.push('authentication-modal-close'))

/** Turns rejections into values that can be serialized. */
const withPlainErrors = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch(({ code, details }: { code: string; details?: { originalError?: unknown } }) => ({
    error: { code, original: JSON.stringify(details?.originalError) },
  }))

async function showPayPal(flow: 'checkout' | 'vault') {
  await payPal.loadPayPalSDK(flow === 'vault' ? { vault: true } : { currency: 'USD', intent: 'capture' })
  const { paypal } = window as unknown as {
    paypal: { Buttons(options: object): { render(container: string): Promise<void> } }
  }
  const createPayment = () =>
    payPal.createPayment(
      (flow === 'vault'
        ? { flow }
        : { flow, amount: '120.00', currency: 'USD', intent: 'capture', displayName: 'Longtake' }) as never,
    )
  await paypal
    .Buttons({
      ...(flow === 'vault' ? { createBillingAgreement: createPayment } : { createOrder: createPayment }),
      onApprove: async (data: never) =>
        Reflect.set(window, 'outcome', await withPlainErrors(payPal.tokenizePayment(data) as Promise<unknown>)),
      onCancel: () => Reflect.set(window, 'outcome', { canceled: true }),
      onError: (error: unknown) => Reflect.set(window, 'outcome', { failed: String(error) }),
    })
    .render('#paypal')
}

Object.assign(window, {
  events,
  showPayPal,
  verify: ({ amount, challengeRequested = false }: VerifyOptions) =>
    withPlainErrors(
      card.tokenize().then(({ nonce, details }) =>
        secure.verifyCard({
          nonce,
          bin: details.bin,
          amount,
          challengeRequested,
          onLookupComplete: continueLookup,
        } as never),
      ),
    ),
  debit: (details: object) =>
    withPlainErrors(bank.tokenize({ bankDetails: details, mandateText: 'I authorize this.' })),
  paymentMethods: () => withPlainErrors(vault.fetchPaymentMethods({ defaultFirst: true })),
  tearDown: () =>
    withPlainErrors((payPal as unknown as { teardown(): Promise<void> }).teardown().then(() => 'torn down')),
  ready: true,
})

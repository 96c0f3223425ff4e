/** A shop of one page for the browser test: 3D Secure, bank accounts, PayPal and the vault. */
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
// Its published types know callbacks alone.
const bank = (await usBankAccount.create({ client: instance })) as unknown as {
  tokenize(options: object): Promise<unknown>
}
const vault = await vaultManager.create({ client: instance })
const payPal = await payPalCheckout.create({ client: instance })

type Amount = { amount: string; challengeRequested?: boolean }
const goOn = (_: unknown, next: () => void) => next()
const heard: string[] = []
const listenTo = secure as unknown as { on(event: string, hear: (...said: unknown[]) => void): void }
listenTo.on('customer-canceled', () => heard.push('customer-canceled'))
listenTo.on('authentication-modal-render', () => heard.push('authentication-modal-render'))
listenTo.on('authentication-modal-close', () => heard.push('authentication-modal-close'))

/** Turns errors into what can leave the page. */
const told = async (work: Promise<unknown>): Promise<unknown> =>
  work.catch(({ code, details }: { code: string; details?: { originalError?: unknown } }) => ({
    error: { code, original: JSON.stringify(details?.originalError) },
  }))

async function showPayPal(flow: 'checkout' | 'vault') {
  await payPal.loadPayPalSDK(flow === 'vault' ? { vault: true } : { currency: 'USD', intent: 'capture' })
  const { paypal } = window as unknown as {
    paypal: { Buttons(options: object): { render(container: string): Promise<void> } }
  }
  const ask = () =>
    payPal.createPayment(
      (flow === 'vault'
        ? { flow }
        : { flow, amount: '120.00', currency: 'USD', intent: 'capture', displayName: 'Longtake' }) as never,
    )
  await paypal
    .Buttons({
      ...(flow === 'vault' ? { createBillingAgreement: ask } : { createOrder: ask }),
      onApprove: async (data: never) =>
        Reflect.set(window, 'outcome', await told(payPal.tokenizePayment(data) as Promise<unknown>)),
      onCancel: () => Reflect.set(window, 'outcome', { canceled: true }),
      onError: (error: unknown) => Reflect.set(window, 'outcome', { failed: String(error) }),
    })
    .render('#paypal')
}

Object.assign(window, {
  heard,
  showPayPal,
  verify: ({ amount, challengeRequested = false }: Amount) =>
    told(
      card.tokenize().then(({ nonce, details }) =>
        secure.verifyCard({
          nonce,
          bin: details.bin,
          amount,
          challengeRequested,
          onLookupComplete: goOn,
        } as never),
      ),
    ),
  debit: (details: object) => told(bank.tokenize({ bankDetails: details, mandateText: 'I authorize this.' })),
  kept: () => told(vault.fetchPaymentMethods({ defaultFirst: true })),
  tearDown: () => told((payPal as unknown as { teardown(): Promise<void> }).teardown().then(() => 'torn down')),
  ready: true,
})

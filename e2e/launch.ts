/** How a browser is started for a shop: the payment provider's hosts lead to the sandbox beside it. */

const paymentHosts = [
  '*.braintreegateway.com',
  '*.braintree-api.com',
  '*.paypal.com',
  '*.braintreepayments.com',
  '*.cardinalcommerce.com',
]

/** `tlsPort`: the sandbox's, where the provider's official code finds it. */
export const launchOptions = (tlsPort: number) => ({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    `--host-resolver-rules=${paymentHosts.map(host => `MAP ${host} 127.0.0.1:${tlsPort}`).join(', ')}`,
    '--ignore-certificate-errors',
  ],
})

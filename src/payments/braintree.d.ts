/** Members missing from the published types of the payment SDK. */
import type { Agent } from 'node:http'

declare module 'braintree' {
  interface KeyGatewayConfig {
    customHttpAgent?: Agent
  }
  interface PaymentMethodCreateRequest {
    token?: string
  }
  interface TransactionRequest {
    threeDSecureAuthenticationId?: string
  }
  interface TransactionGateway {
    refund(id: string, request: { amount?: string; orderId?: string }): Promise<ValidatedResponse<Transaction>>
  }
  interface PaymentMethodNonceGateway {
    create(token: string, request: object): Promise<ValidatedResponse<PaymentMethodNonce>>
  }
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
  interface ValidatedResponse<T> {
    verification?: CreditCardVerification
  }
  interface BraintreeGateway {
    config: { timeout: number }
  }
}

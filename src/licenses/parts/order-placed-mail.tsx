/** The mail that an order is placed. */
import { Column, Hr, Row, Section, Text } from 'react-email'

import { toCreditLabel } from '#licensing/upgrade.ts'
import type { OrderDetail } from '#orders/contract.ts'
import { formatDiscountLabel, formatTaxLabel } from '#orders/order-snapshot.ts'
import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  mailStyles as styles,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import type { OrderClip } from '../contract.ts'

type OrderPlacedMailProps = {
  order: Omit<OrderDetail, 'can_download'>
  clips: OrderClip[]
  /** The number of clips that the mail does not list. */
  unlisted_count: number
  /** URL of the order's page. */
  address: string
  /** URL of the buyer's mail preferences. */
  preferences: string
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const formatOpening = ({ state, due_at }: OrderPlacedMailProps['order']): string => {
  if (state === 'processing')
    return 'Your bank payment is on its way, which takes a few days. Your files open when it arrives, and your order waits here:'
  if (due_at && (state === 'invoiced' || state === 'overdue'))
    return `Your clips are licensed. The invoice is due on ${dateFormat.format(new Date(due_at))}: log in and pay it on the order’s page, by card, bank account or PayPal.`
  return 'Your payment arrived and your clips are licensed.'
}

const OrderPlacedMail = ({ order, clips, unlisted_count, address, preferences }: OrderPlacedMailProps) => (
  <MailLayout
    preview={`${order.universal_invoice_number} · ${order.clips_count === 1 ? '1 clip' : `${order.clips_count} clips`} · ${order.total.formatted}`}
    title={order.state === 'processing' ? 'Thank you. Almost yours.' : 'Thank you. It’s yours.'}
    preferences={preferences}
  >
    <MailText>
      Order {order.universal_invoice_number}. {formatOpening(order)}
    </MailText>
    <MailButton to={address}>Open your order</MailButton>
    {clips.map(clip => (
      <Section key={clip.id}>
        <Hr style={styles.rule} />
        <Row>
          <Column>
            <Text style={styles.name}>{clip.name}</Text>
            <Text style={styles.soft}>
              {`Clip ${clip.id} by ${clip.filmmaker}, ${clip.formats.map(format => format.label).join(', ')}`}
            </Text>
            {clip.licenses.map(sentence => (
              <Text key={sentence} style={styles.soft}>
                {sentence}
              </Text>
            ))}
          </Column>
          <Column style={{ verticalAlign: 'top', width: '96px' }}>
            <Text style={styles.price}>{clip.price.formatted}</Text>
          </Column>
        </Row>
      </Section>
    ))}
    {unlisted_count > 0 && <Text style={styles.soft}>{`and ${unlisted_count} more on the order’s page`}</Text>}
    <Hr style={styles.strong_rule} />
    <MailAmountRow label="Subtotal" value={order.sub_total.formatted} />
    {order.non_profit_discount.unformatted > 0 && (
      <MailAmountRow label="Non-profit discount" value={`−${order.non_profit_discount.formatted}`} />
    )}
    {order.discount.unformatted > 0 && (
      <MailAmountRow label={formatDiscountLabel(order.discount_code)} value={`−${order.discount.formatted}`} />
    )}
    {order.upgrade_credit.unformatted > 0 && (
      <MailAmountRow label={toCreditLabel(order.upgraded_orders)} value={`−${order.upgrade_credit.formatted}`} />
    )}
    {order.processing_fee.unformatted > 0 && (
      <MailAmountRow label="Processing fee" value={order.processing_fee.formatted} />
    )}
    <MailAmountRow label={formatTaxLabel(order.tax_name, order.tax_rate)} value={order.tax.formatted} />
    <Row style={{ marginTop: '8px' }}>
      <Column>
        <Text style={styles.total}>Total</Text>
      </Column>
      <Column>
        <Text style={{ ...styles.total, textAlign: 'right' }}>{order.total.formatted}</Text>
      </Column>
    </Row>
    {order.unassigned_count > 0 && (
      <Text style={{ ...styles.soft, marginTop: '36px' }}>
        Before the first download, each clip is assigned to a project: one form on the order’s page, for all clips at
        once.
      </Text>
    )}
  </MailLayout>
)

const MailAmountRow = ({ label, value }: { label: string; value: string }) => (
  <Row>
    <Column>
      <Text style={styles.soft}>{label}</Text>
    </Column>
    <Column>
      <Text style={styles.price}>{value}</Text>
    </Column>
  </Row>
)

/** Returns the mail's subject, HTML and plain text. */
export const orderPlacedMail =
  (props: OrderPlacedMailProps): MailContent =>
  company =>
    renderMail(
      company,
      `Your ${company.name} order ${props.order.universal_invoice_number}`,
      <OrderPlacedMail {...props} />,
    )

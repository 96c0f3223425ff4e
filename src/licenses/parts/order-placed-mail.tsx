/** The mail that an order is placed. */
import { Column, Hr, Img, Link, Row, Section, Text } from 'react-email'

import { toCreditLabel } from '#licensing/upgrade.ts'
import type { OrderDetail } from '#orders/contract.ts'
import { formatDiscountLabel, formatTaxLabel } from '#orders/order-snapshot.ts'
import { WithdrawalNotice, type NoticePart } from '#orders/withdrawal-notice.tsx'
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
  public_url: string
  /** URL of the order's page. */
  address: string
  /** URL of the payment page that needs no account; '' when nothing is owed. */
  payment_link: string
  /** URL of the buyer's mail preferences. */
  preferences: string
  /** The withdrawal notice, for consumers. */
  notice: readonly NoticePart[]
}

const STILL_WIDTH = 160
const STILL_HEIGHT = 90

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const formatOpening = ({ state, due_at }: OrderPlacedMailProps['order']): string => {
  if (state === 'processing')
    return 'Your bank payment is on its way. It takes a few days, and your files open when it arrives.'
  if (due_at && (state === 'invoiced' || state === 'overdue'))
    return `Your clips are licensed. The invoice is due on ${dateFormat.format(new Date(due_at))}: log in and pay it on the order’s page, by card, bank account or PayPal.`
  return 'Your payment arrived and your clips are licensed.'
}

const documentNames = { receipt: 'receipt', invoice: 'invoice', 'license-agreement': 'license agreement' }

const formatAttached = ({ documents }: OrderPlacedMailProps['order']): string => {
  if (documents.length === 0) return ''
  const names = documents.map(name => documentNames[name]).join(' and the ')
  return `The ${names} ${documents.length === 1 ? 'is' : 'are'} attached. `
}

/** "Low Sun over Open Ocean +1" */
const summarizeClips = ({ order, clips }: Pick<OrderPlacedMailProps, 'order' | 'clips'>): string => {
  const others = order.clips_count - 1
  return `${clips[0]?.name ?? order.universal_invoice_number}${others > 0 ? ` +${others}` : ''}`
}

const ClipStill = ({ clip, public_url }: { clip: OrderClip; public_url: string }) => {
  // Mail clients don't show AVIF.
  const still = clip.thumbs.findLast(({ type }) => type === 'image/jpeg')
  return (
    still && (
      <Column style={{ paddingRight: '16px', verticalAlign: 'top', width: `${STILL_WIDTH}px` }}>
        <Img
          src={new URL(still.url, public_url).href}
          alt=""
          width={STILL_WIDTH}
          height={STILL_HEIGHT}
          style={{ borderRadius: '3px', display: 'block', objectFit: 'cover' }}
        />
      </Column>
    )
  )
}

const OrderPlacedMail = ({
  order,
  clips,
  unlisted_count,
  public_url,
  address,
  payment_link,
  preferences,
  notice,
}: OrderPlacedMailProps) => (
  <MailLayout
    preview={`${order.universal_invoice_number} · ${order.clips_count === 1 ? '1 clip' : `${order.clips_count} clips`} · ${order.total.formatted}`}
    title={order.state === 'processing' ? 'Thank you. Almost yours.' : 'Thank you. It’s yours.'}
    preferences={preferences}
  >
    <MailText>
      Order {order.universal_invoice_number}. {formatOpening(order)}
    </MailText>
    <MailButton to={address}>Open your order</MailButton>
    {payment_link && (
      <Text style={styles.soft}>
        Somebody else pays? With{' '}
        <Link href={payment_link} style={styles.link}>
          this link
        </Link>{' '}
        the invoice can be paid by card without an account.
      </Text>
    )}
    {clips.map(clip => (
      <Section key={clip.id}>
        <Hr style={styles.rule} />
        <Row>
          <ClipStill clip={clip} public_url={public_url} />
          <Column style={{ verticalAlign: 'top' }}>
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
    {unlisted_count > 0 && <Text style={styles.soft}>{`And ${unlisted_count} more on the order’s page`}</Text>}
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
    <Text style={{ ...styles.soft, marginTop: '36px' }}>
      {formatAttached(order)}
      <Link href={`${public_url}/license-terms?version=${order.license_terms.version}`} style={styles.link}>
        Version {order.license_terms.version} of the License Terms
      </Link>{' '}
      applies to this order.
    </Text>
    {order.unassigned_count > 0 && (
      <Text style={{ ...styles.soft, marginTop: '36px' }}>
        One last step before the download: name the project on the order’s page. You only do this once per order.
      </Text>
    )}
    <WithdrawalNotice parts={notice} />
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
      `${props.order.state === 'processing' ? 'Your order is placed' : 'Your clips are ready'}: ${summarizeClips(props)}`,
      <OrderPlacedMail {...props} />,
    )

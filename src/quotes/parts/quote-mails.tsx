/** The mails of a quote: to buyers about a new one, to the sales team about a declined one, and to both about withdrawn clips. */
import { Fragment } from 'react'

import {
  type MailContent,
  renderMail,
  MailButton,
  MailLayout,
  MailNote,
  MailText,
} from '#platform/mail/mail-layout.tsx'

import type { QuoteListItem } from '../contract.ts'
import { formatLongDay } from '../dates.ts'

type QuoteMailContent = { quote: QuoteListItem; workspace: string }

export const quoteMail = ({ quote, workspace, address }: QuoteMailContent & { address: string }): MailContent => {
  const { number, version, clips_count, total, expires_at, note } = quote
  const title = version === 1 ? `Your quote ${number}` : `Your quote ${number}, revised`
  const clips = clips_count === 1 ? '1 clip' : `${clips_count} clips`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={`${clips}, ${total.formatted} before tax`} title={title}>
        <MailText>
          {clips} for {workspace}, {total.formatted} before tax. The price is held until {formatLongDay(expires_at)}.
        </MailText>
        {note && <MailText>“{note}”</MailText>}
        <MailButton to={address}>View quote</MailButton>
        <MailNote>
          You get this because your role in {workspace} may buy. Nothing is bought until one of you pays.
        </MailNote>
      </MailLayout>,
    )
}

export const declinedMail = ({
  quote: { number, total },
  workspace,
  reason,
}: QuoteMailContent & { reason: string }): MailContent => {
  const title = `Quote ${number} was declined`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={`${workspace}, ${total.formatted} before tax`} title={title}>
        <MailText>
          {workspace} declined the quote of {total.formatted} before tax.
        </MailText>
        {reason && <MailText>“{reason}”</MailText>}
      </MailLayout>,
    )
}

type WithdrawnMailInput = {
  offers: readonly { offer: QuoteListItem; names: readonly string[]; workspace: string | null }[]
  /** The URL of the list; each offer's number is appended. */
  address: string
  is_staff: boolean
}

/** Renders the mail about a withdrawn clip of open offers, with what is left of each. */
export const withdrawnMail = ({ offers, address, is_staff }: WithdrawnMailInput): MailContent => {
  const [first, ...others] = offers.map(({ offer }) => offer.number)
  const subject =
    others.length === 0
      ? `${is_staff ? 'offer' : 'your quote'} ${first}`
      : `${offers.length} ${is_staff ? 'offers' : 'of your quotes'}`
  const title = `A clip is no longer part of ${subject}`
  return company =>
    renderMail(
      company,
      title,
      <MailLayout preview={offers[0]?.names.join(', ') ?? ''} title={title}>
        {offers.map(({ offer: { number, clips_count, total, expires_at }, names, workspace }) => (
          <Fragment key={number}>
            <MailText>
              {names.map(name => `“${name}”`).join(', ')} can no longer be licensed, so{' '}
              {names.length === 1 ? 'it is' : 'they are'} not part of {number}
              {is_staff && ` for ${workspace ?? 'a custom cart’s buyer'}`} anymore.{' '}
              {clips_count === 0
                ? 'No clips are left.'
                : `${clips_count === 1 ? '1 clip is' : `${clips_count} clips are`} left, ${total.formatted} before tax, until ${formatLongDay(expires_at)}.`}
            </MailText>
            <MailButton to={`${address}/${number}`}>View {number}</MailButton>
          </Fragment>
        ))}
        <MailNote>
          {is_staff
            ? 'The buyers got a mail, too, except those of custom carts. Revise an offer to put another clip in its place.'
            : 'The prices of the other clips stay as agreed. Write to us if you would like another clip in its place.'}
        </MailNote>
      </MailLayout>,
    )
}

/** The mails of a quote: that it is there, and to us that it was declined. */
import { Fragment } from 'react'

import { drawMail, MailButton, MailFrame, MailNote, MailText } from '#platform/mail-frame.tsx'

import type { QuoteRow } from '../contract.ts'
import { longDay } from '../dates.ts'

type About = { quote: QuoteRow; workspace: string }

export const quoteMail = ({ quote, workspace, address }: About & { address: string }) => {
  const { number, version, clips_count, total, expires_at, note } = quote
  const title = version === 1 ? `Your quote ${number}` : `Your quote ${number}, revised`
  const clips = clips_count === 1 ? '1 clip' : `${clips_count} clips`
  return drawMail(
    title,
    <MailFrame preview={`${clips}, ${total.formatted} before tax`} title={title}>
      <MailText>
        {clips} for {workspace}, {total.formatted} before tax. The price is held until {longDay(expires_at)}.
      </MailText>
      {note && <MailText>“{note}”</MailText>}
      <MailButton to={address}>Look at the quote</MailButton>
      <MailNote>
        You get this because your role in {workspace} may buy. Nothing is bought before one of you pays.
      </MailNote>
    </MailFrame>,
  )
}

export const declinedMail = ({ quote: { number, total }, workspace, reason }: About & { reason: string }) => {
  const title = `Quote ${number} was declined`
  return drawMail(
    title,
    <MailFrame preview={`${workspace}, ${total.formatted} before tax`} title={title}>
      <MailText>
        {workspace} declined the quote of {total.formatted} before tax.
      </MailText>
      {reason && <MailText>“{reason}”</MailText>}
    </MailFrame>,
  )
}

type Withdrawn = {
  offers: readonly { offer: QuoteRow; names: readonly string[]; workspace: string | null }[]
  /** The list that each number is below. */
  address: string
  is_staff: boolean
}

/** A clip of open offers was withdrawn: what is left of each. */
export const withdrawnMail = ({ offers, address, is_staff }: Withdrawn) => {
  const [first, ...others] = offers.map(({ offer }) => offer.number)
  const which =
    others.length === 0
      ? `${is_staff ? 'offer' : 'your quote'} ${first}`
      : `${offers.length} ${is_staff ? 'offers' : 'of your quotes'}`
  const title = `A clip is no longer part of ${which}`
  return drawMail(
    title,
    <MailFrame preview={offers[0]?.names.join(', ') ?? ''} title={title}>
      {offers.map(({ offer: { number, clips_count, total, expires_at }, names, workspace }) => (
        <Fragment key={number}>
          <MailText>
            {names.map(name => `“${name}”`).join(', ')} can no longer be licensed, so{' '}
            {names.length === 1 ? 'it is' : 'they are'} not part of {number}
            {is_staff && ` for ${workspace ?? 'a custom cart’s buyer'}`} anymore.{' '}
            {clips_count === 0
              ? 'Nothing is left of it.'
              : `${clips_count === 1 ? '1 clip is' : `${clips_count} clips are`} left, ${total.formatted} before tax, until ${longDay(expires_at)}.`}
          </MailText>
          <MailButton to={`${address}/${number}`}>Look at {number}</MailButton>
        </Fragment>
      ))}
      <MailNote>
        {is_staff
          ? 'The buyers got a mail, too, except those of custom carts. Revise an offer to put another clip in its place.'
          : 'The prices of the other clips stay as agreed. Write to us if you would like another clip in its place.'}
      </MailNote>
    </MailFrame>,
  )
}

/** The page that shows whether a license certificate is genuine and valid today. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'

import { formatLongDate } from '#orders/dates.ts'
import { callForPage, pageMeta, getThrownStatus } from '#platform/http/page.ts'

import type { CertificateState } from '../certificate.ts'
import { KEY_PATH, SCRIPT_PATH, verifyCertificate, type CertificateVerification } from '../contract.ts'
import type { Route } from './+types/verify'

import css from './verify.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'License certificate', noindex: true })

/** The URL is a secret, so no other page gets it as a referrer. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

/** `certificate` is null for an unknown code. */
export const loader = async (args: Route.LoaderArgs) => {
  const certificate = await callForPage(args, verifyCertificate, { params: { code: args.params.code } }).catch(
    (error: unknown) => {
      if ([404, 422].includes(getThrownStatus(error) ?? 0)) return null
      throw error
    },
  )
  return { certificate: certificate?.data ?? null }
}

const stateTexts: Record<CertificateState, { title: string; text: string }> = {
  valid: { title: 'This license is valid', text: 'We granted it, and it is in force today.' },
  ended: {
    title: 'This license has ended',
    text: 'It was granted for a term, which is over. What was made within it stays.',
  },
  superseded: {
    title: 'This license was upgraded',
    text: 'A wider license replaced it, and allows everything that this one did.',
  },
  on_hold: {
    title: 'This license is on hold',
    text: 'Its payment is not settled. Until it is, the clip may not be used under it.',
  },
  revoked: {
    title: 'This license was revoked',
    text: 'It was granted and later revoked: the clip may not be used under it.',
  },
}

const UPGRADED_ON_HOLD_TEXT =
  'It was upgraded, and the payment of the newer license is not settled. Until it is, the clip may not be used under either.'

export default function Verify({ loaderData: { certificate } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      {certificate ? (
        <VerifiedCertificate {...certificate} />
      ) : (
        <>
          <h1>We can’t find this certificate</h1>
          <p className={css.lead}>
            Check the address against your document. If it matches, please <Link to="/contact">report it</Link>.
          </p>
        </>
      )}
    </div>
  )
}

const VerifiedCertificate = ({
  state,
  was_upgraded,
  newer_code,
  licensee,
  clip,
  client,
  production,
  terms,
  grants,
  limits,
  granted_at,
  ends_at,
  revoked_at,
}: CertificateVerification) => {
  // A newer license with a certificate is in force.
  const isGood = state === 'valid' || (state === 'superseded' && newer_code !== null)
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <>
      <div className={css.state} data-state={state}>
        <Icon aria-hidden="true" />
        <div>
          <h1>{stateTexts[state].title}</h1>
          <p>{state === 'on_hold' && was_upgraded ? UPGRADED_ON_HOLD_TEXT : stateTexts[state].text}</p>
          {newer_code && (
            <p>
              <Link to={`/verify/${newer_code}`}>See the license in force now</Link>
            </p>
          )}
        </div>
      </div>
      <dl className={css.facts}>
        <dt>Clip</dt>
        <dd>
          {clip.name}, clip {clip.number}, {clip.format}
        </dd>
        <dt>Licensed to</dt>
        <dd>{licensee ?? 'A person who has deleted their account: their name is not kept.'}</dd>
        <dt>For</dt>
        <dd>{client}</dd>
        <dt>Production</dt>
        <dd>{production ? `${production.name}, for ${production.client}` : 'Not named yet.'}</dd>
        <dt>Use</dt>
        <dd>
          {grants.map(({ distributions, territory, term }) => (
            <span key={distributions} className={css.grant}>
              {distributions}. {territory}, {term.toLowerCase()}.
            </span>
          ))}
        </dd>
        {limits.length > 0 && (
          <>
            <dt>Limits</dt>
            {limits.map(limit => (
              <dd key={limit}>{limit}.</dd>
            ))}
          </>
        )}
        <dt>Granted</dt>
        <dd>
          <time dateTime={granted_at}>{formatLongDate(granted_at)}</time>
        </dd>
        {terms && (
          <>
            <dt>Terms</dt>
            <dd>
              <a href={`/license-terms?version=${terms.version}`}>License terms</a>, version {terms.version} of{' '}
              {formatLongDate(terms.effective_from)}
            </dd>
          </>
        )}
        {clip.sha256 && (
          <>
            <dt>File</dt>
            <dd>SHA-256 of the master: {clip.sha256}</dd>
          </>
        )}
        {revoked_at && (
          <>
            <dt>Revoked</dt>
            <dd>
              <time dateTime={revoked_at}>{formatLongDate(revoked_at)}</time>
            </dd>
          </>
        )}
        {ends_at && (
          <>
            <dt>{state === 'ended' ? 'Ended' : 'Ends'}</dt>
            <dd>
              <time dateTime={ends_at}>{formatLongDate(ends_at)}</time>
            </dd>
          </>
        )}
      </dl>
      <p className={css.offline}>
        You can check the certificate’s signed license data without us, too, with our <a href={KEY_PATH}>public key</a>{' '}
        and a <a href={SCRIPT_PATH}>small program</a> that needs only Node.
      </p>
    </>
  )
}

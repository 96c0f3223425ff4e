/** Whether a license certificate is genuine and holds today, for whoever was shown one. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'

import { brand } from '#platform/brand.ts'
import { pageCall, pageMeta, thrownStatus } from '#platform/page.ts'

import { longDate } from '../../dates.ts'
import type { CertificateState } from '../certificate.ts'
import { key_path, script_path, verifyCertificate, type Verified } from '../contract.ts'
import type { Route } from './+types/verify'

import css from './verify.module.css'

export const handle = { footer: false }

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'License certificate', noindex: true })

/** The address is a secret: it goes along to no other page. */
export const headers = () => ({ 'referrer-policy': 'no-referrer' })

/** `certificate` is null for a code that we never gave. */
export const loader = async (args: Route.LoaderArgs) => {
  const certificate = await pageCall(args, verifyCertificate, { params: { code: args.params.code } }).catch(
    (error: unknown) => {
      if ([404, 422].includes(thrownStatus(error) ?? 0)) return null
      throw error
    },
  )
  return { certificate: certificate?.data ?? null }
}

const states: Record<CertificateState, { title: string; text: string }> = {
  valid: { title: 'This license is valid', text: `${brand.name} granted it, and it holds today.` },
  ended: {
    title: 'This license has ended',
    text: 'It was granted for a term, which is over. What was made within it stays.',
  },
  superseded: {
    title: 'This license was upgraded',
    text: 'A wider license took its place: all that this one allowed is allowed by that.',
  },
  on_hold: {
    title: 'This license is on hold',
    text: 'Its payment is not settled. Until it is, the clip may not be used under it.',
  },
  revoked: {
    title: 'This license was revoked',
    text: 'It was granted, and taken back: the clip may not be used under it.',
  },
}

const upgraded_on_hold =
  'It was upgraded, and the payment of the newer license is not settled. Until it is, the clip may not be used under either.'

export default function Verify({ loaderData: { certificate } }: Route.ComponentProps) {
  return (
    <div className={css.page}>
      {certificate ? (
        <Known {...certificate} />
      ) : (
        <>
          <h1>We do not know this certificate</h1>
          <p className={css.lead}>
            Please check that the address is whole, as it stands beside the code on the paper. If it is, the paper is
            not ours: do <Link to="/contact">tell us</Link>.
          </p>
        </>
      )}
    </div>
  )
}

const Known = ({ state, was_upgraded, newer_code, licensee, clip, client, grants, granted_at, ends_at }: Verified) => {
  // What took its place can be shown: it holds.
  const isGood = state === 'valid' || (state === 'superseded' && newer_code !== null)
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <>
      <div className={css.state} data-state={state}>
        <Icon aria-hidden="true" />
        <div>
          <h1>{states[state].title}</h1>
          <p>{state === 'on_hold' && was_upgraded ? upgraded_on_hold : states[state].text}</p>
          {newer_code && (
            <p>
              <Link to={`/verify/${newer_code}`}>See the license that holds now</Link>
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
        <dt>Use</dt>
        <dd>
          {grants.map(({ distributions, territory, term }) => (
            <span key={distributions} className={css.grant}>
              {distributions}. {territory}, {term.toLowerCase()}.
            </span>
          ))}
        </dd>
        <dt>Granted</dt>
        <dd>
          <time dateTime={granted_at}>{longDate(granted_at)}</time>
        </dd>
        {ends_at && (
          <>
            <dt>{state === 'ended' ? 'Ended' : 'Ends'}</dt>
            <dd>
              <time dateTime={ends_at}>{longDate(ends_at)}</time>
            </dd>
          </>
        )}
      </dl>
      <p className={css.offline}>
        The certificate’s signed file can be checked without us, too: with our <a href={key_path}>public key</a> and a{' '}
        <a href={script_path}>small program</a> that needs only Node.
      </p>
    </>
  )
}

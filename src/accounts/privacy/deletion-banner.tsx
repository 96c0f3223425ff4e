/** The banner above every page while the account is scheduled for deletion. Load it lazily: it is rarely needed. */
import { Link } from 'react-router'

import { Banner } from '#ui/banner.tsx'

import { KeepAccountButton } from './keep-account-button.tsx'

import css from './deletion-banner.module.css'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const DeletionBanner = ({ deletes_at }: { deletes_at: string }) => (
  <div className={css.place}>
    <Banner kind="danger" action={<KeepAccountButton />}>
      Your account will be deleted on {dateFormat.format(new Date(deletes_at))}.{' '}
      <Link to="/account/privacy">What that means</Link>
    </Banner>
  </div>
)

/** A note that the use is licensed already, with the order that covers it. The clip can be licensed again. */
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'

import type { ExistingLicenseWithUpgrade } from '../licensed-contract.ts'
import { UpgradeLicense } from '../upgrade-license.tsx'

import css from './licensed-note.module.css'

type LicensedNoteProps = {
  covering: readonly ExistingLicenseWithUpgrade[]
  /** The clip's name. Offers an upgrade of the license where one is possible. */
  upgrades?: string
  /** The number of clips to be licensed. */
  of?: number
}

export const LicensedNote = ({ covering, upgrades, of = 1 }: LicensedNoteProps) => {
  const [first] = covering
  if (!first) return null
  return (
    <div className={css.note} role="status">
      <BadgeCheck aria-hidden />
      <div>
        <p className={css.title}>
          {of === 1
            ? 'Already licensed for this use'
            : `${covering.length} of these ${of} clips ${covering.length === 1 ? 'is' : 'are'} already licensed for this use`}
        </p>
        {of === 1 ? (
          <>
            <p>
              Order <Link to={`/workspace/orders/${first.order}`}>{first.order}</Link> covers it: {first.sentence}. You
              can still license it once more.
            </p>
            {upgrades !== undefined && first.can_upgrade && (
              <p className={css.more}>
                <UpgradeLicense license_id={first.license_id} of={upgrades} />
              </p>
            )}
          </>
        ) : (
          <p>
            The <Link to="/workspace/licenses">license register</Link> has them with their orders. They can still be
            licensed once more.
          </p>
        )}
      </div>
    </div>
  )
}

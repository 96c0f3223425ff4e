/** The "Upgrade" button of a license: replaces it with a wider one for the price difference. */
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

const UpgradeDialog = lazy(() =>
  import('./parts/upgrade-dialog.tsx').then(module => ({ default: module.UpgradeDialog })),
)

type UpgradeLicenseProps = {
  license_id: number
  /** Shortens the label for narrow columns. */
  isShort?: boolean
  /** Names the license for screen readers. */
  of: ReactNode
}

export const UpgradeLicense = ({ license_id, isShort = false, of }: UpgradeLicenseProps) => {
  const [wasOpened, setWasOpened] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        <span>
          Upgrade<span className={isShort ? 'visually-hidden' : undefined}> license</span>
          <span className="visually-hidden"> of {of}</span>
        </span>
      </Button>
      <Suspense fallback={<LoadingScreen />}>
        {wasOpened && <UpgradeDialog open={isOpen} onClose={() => setOpen(false)} license_id={license_id} />}
      </Suspense>
    </>
  )
}

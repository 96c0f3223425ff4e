/** "Upgrade": a wider license of a clip that is licensed already, for what it costs more. */
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { Button, type ButtonSize } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

const UpgradeDialog = lazy(() => import('./parts/upgrade-dialog.tsx').then(part => ({ default: part.UpgradeDialog })))

type Props = {
  license_id: number
  size?: ButtonSize
  /** What is read out beside the word: which license. */
  of: ReactNode
}

export const UpgradeLicense = ({ license_id, size = 'sm', of }: Props) => {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size={size}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Upgrade<span className="visually-hidden"> the license of {of}</span>
      </Button>
      <Suspense fallback={<LoadingScreen />}>
        {isWanted && <UpgradeDialog open={isOpen} onClose={() => setOpen(false)} license_id={license_id} />}
      </Suspense>
    </>
  )
}

/** "Upgrade": a wider license of a clip that is licensed already, for what it costs more. */
import { lazy, Suspense, useState, type ReactNode } from 'react'

import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'

const UpgradeDialog = lazy(() => import('./parts/upgrade-dialog.tsx').then(part => ({ default: part.UpgradeDialog })))

type Props = {
  license_id: number
  /** Where the column's width has room for one word. */
  isShort?: boolean
  /** What is read out beside the word: which license. */
  of: ReactNode
}

export const UpgradeLicense = ({ license_id, isShort = false, of }: Props) => {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <span>
          Upgrade<span className={isShort ? 'visually-hidden' : undefined}> license</span>
          <span className="visually-hidden"> of {of}</span>
        </span>
      </Button>
      <Suspense fallback={<LoadingScreen />}>
        {isWanted && <UpgradeDialog open={isOpen} onClose={() => setOpen(false)} license_id={license_id} />}
      </Suspense>
    </>
  )
}

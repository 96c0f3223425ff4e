/** A logo: shown on the page that it is for, and uploaded when it is chosen. */
import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/file-field.tsx'

import { Refusal } from '../../../http/refusal.ts'
import { toUserMessage } from '../../../http/user-message.ts'
import { logoPath, MAX_LOGO_BYTES, type Logo } from '../../../settings/logo.ts'
import { uploadLogo } from '../contract.ts'

import css from './logo-field.module.css'

const send = async (file: File): Promise<Logo> => {
  if (file.size > MAX_LOGO_BYTES) throw new Refusal(413, 'That logo is too large. The limit is 2 MB.')
  const type = /\.svg$/i.test(file.name) ? 'image/svg+xml' : file.type || 'application/octet-stream'
  const response = await fetch(`/api${uploadLogo.path}`, {
    method: uploadLogo.method,
    headers: { 'content-type': type },
    body: file,
  })
  const reply = (await response.json().catch(() => ({}))) as { data?: Logo; message?: string }
  if (!response.ok || !reply.data) throw new Refusal(response.status, reply.message ?? 'The upload failed. Try again.')
  return reply.data
}

type LogoFieldProps = {
  label: string
  hint: string
  /** The page that it is shown on. */
  theme: 'light' | 'dark'
  logo: Logo | null
  error: string | undefined
  onChange: (logo: Logo | null) => void
}

export const LogoField = ({ label, hint, theme, logo, error, onChange }: LogoFieldProps) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const choose = async (file: File) => {
    setBusy(true)
    setProblem(undefined)
    try {
      onChange(await send(file))
    } catch (failure) {
      setProblem(toUserMessage(failure, 'The upload failed. Try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.field}>
      <FileField
        label={label}
        optional
        hint={hint}
        noun="logo"
        accept="image/svg+xml,image/png"
        busy={busy}
        error={problem ?? error}
        onChoose={file => void choose(file)}
      />
      {logo && (
        <div className={css.logo} data-theme={theme}>
          <img src={logoPath(logo.file)} alt={label} width={logo.width} height={logo.height} />
          <Button kind="quiet" onClick={() => onChange(null)}>
            Remove
          </Button>
        </div>
      )}
    </div>
  )
}

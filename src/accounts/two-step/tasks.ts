/** A change that the user selected in the two-step settings. Each opens a dialog that asks for the password first. */
export type TwoStepTask =
  | { kind: 'app' }
  | { kind: 'remove_app' }
  | { kind: 'passkey' }
  | { kind: 'remove_passkey'; id: number; name: string }
  | { kind: 'codes' }

export type TwoStepDialogProps = { onClose: () => void; onChanged: () => Promise<void> }
export type EnrollDialogProps = TwoStepDialogProps & { needs_email_code: boolean }

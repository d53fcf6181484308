/**
 * Every refusal that the API can give: one closed list of codes for programs, the HTTP status of each (D2.7)
 * and the sentence that a person reads. A code that is not here does not compile.
 */
export const refusals = {
  invalid_input: { status: 400, msg: 'Please check what you entered' },
  malformed_body: { status: 400, msg: 'The request body is not valid JSON' },
  meter_invalid: { status: 400, msg: 'This meter number is not right' },
  wrong_credentials: { status: 400, msg: 'Invalid username or password' },
  identity_not_found: { status: 400, msg: 'This number was not found. Check it and try again' },
  identity_mismatch: {
    status: 400,
    msg: 'This is not what was registered with the number. Check it and try again',
  },
  reset_link_over: { status: 400, msg: 'This link was used or is too old. Ask for a new one' },
  link_over: { status: 400, msg: 'This link was used or is too old. Ask for another' },
  code_over: { status: 400, msg: 'This code is over. Ask for another' },
  unauthenticated: { status: 401, msg: 'Your session has ended. Log in again' },
  wrong_password: { status: 403, msg: 'Your old password is not correct' },
  forbidden: { status: 403, msg: 'You are not allowed to do this' },
  pin_required: { status: 403, msg: 'Enter your PIN' },
  wrong_pin: { status: 403, msg: 'This PIN is not right' },
  totp_required: { status: 403, msg: 'Enter the code from your authenticator app' },
  login_code_required: { status: 403, msg: 'This device is new here: enter the code that we mailed you' },
  device_code_required: {
    status: 403,
    msg: 'If there is such an account, a code is on its way to its e-mail address. Enter it to go on',
  },
  wrong_code: { status: 403, msg: 'This code is not right, or was used already' },
  wrong_passkey: { status: 403, msg: 'This passkey did not work. Try again' },
  passkey_copied: {
    status: 403,
    msg: 'This passkey was refused: it may have been copied. Log in another way, remove it and add a new one',
  },
  passkey_needs_password: {
    status: 403,
    msg: 'The password was changed: log in with the new one this time, and use your passkey after it',
  },
  step_up_required: { status: 403, msg: 'Say who you are: enter your password once more' },
  totp_setup_required: { status: 403, msg: 'Switch on two-step login first: staff need it here' },
  identity_required: { status: 403, msg: 'Verify your identity first: enter your BVN or your NIN' },
  account_suspended: { status: 403, msg: 'This account is suspended. Write to us' },
  account_closed: { status: 403, msg: 'This account is closed. Write to us to open it again' },
  not_found: { status: 404, msg: 'Not found' },
  coupon_invalid: { status: 404, msg: 'This coupon code is not right' },
  username_taken: { status: 409, msg: 'This username is taken' },
  email_taken: { status: 409, msg: 'An account with this email exists' },
  phone_taken: { status: 409, msg: 'An account with this phone number exists' },
  insufficient_balance: { status: 409, msg: 'Insufficient balance' },
  wallet_frozen: { status: 409, msg: 'Your wallet is frozen: nothing leaves it until you unfreeze it' },
  account_restricted: {
    status: 409,
    msg: 'Your account is restricted: nothing is bought and no money leaves it. Write to us',
  },
  receiver_stopped: { status: 409, msg: 'This account cannot receive money now. Nothing was sent' },
  account_not_empty: {
    status: 409,
    msg: 'The account holds money, or waits for some: it can be closed when it is empty',
  },
  last_admin: { status: 409, msg: 'Nobody would be left who is an admin' },
  over_spending_limit: { status: 409, msg: 'This is more than your daily limit leaves for today' },
  price_changed: { status: 409, msg: 'The price has changed' },
  plan_unavailable: { status: 409, msg: 'This plan is not available now' },
  possible_duplicate: { status: 409, msg: 'You bought this for the same number a moment ago' },
  idempotency_in_progress: { status: 409, msg: 'This request is still running' },
  no_webhook: { status: 409, msg: 'Set a webhook address first' },
  account_not_validated: { status: 409, msg: 'Validate the account number first' },
  api_token_limit: { status: 409, msg: 'You have as many API tokens as you may have. Delete one first' },
  token_daily_limit: {
    status: 409,
    msg: 'This is more than the daily limit of this API token leaves in these 24 hours',
  },
  beneficiary_limit: { status: 409, msg: 'Your list of beneficiaries is full' },
  dispute_open: { status: 409, msg: 'You have reported this already. The answer comes on the slip' },
  contact_limit: { status: 409, msg: 'Your contact list is full' },
  new_device_cap: {
    status: 409,
    msg: 'New device: for a time a limited sum may leave from it, and API tokens are not shown on it',
  },
  unproved_cap: {
    status: 409,
    msg: 'Until the e-mail address is confirmed a limited sum may leave the account',
  },
  new_receiver_cap: {
    status: 409,
    msg: 'New receivers: for a time a limited sum may go to all of them together',
  },
  money_held: {
    status: 409,
    msg: 'For {HOLD_HOURS_AFTER_RESET} hours after a reset of the password little money leaves the wallet',
  },
  passkey_limit: { status: 409, msg: 'You have as many passkeys as you may have. Remove one first' },
  passkeys_unavailable: { status: 409, msg: 'Passkeys do not work at the address of this shop' },
  last_second_factor: { status: 409, msg: 'Staff need a second factor here. Add another one first' },
  totp_on: { status: 409, msg: 'Two-step login is on already' },
  totp_off: { status: 409, msg: 'Two-step login is not on. Begin again' },
  email_change_recent: {
    status: 409,
    msg: 'The e-mail address was changed a short time ago. Change it again when a day has passed',
  },
  coupon_used: { status: 409, msg: 'This coupon was used already' },
  coupon_voided: { status: 409, msg: 'This coupon was voided: its money went back to whoever paid for it' },
  coupon_expired: { status: 409, msg: 'This coupon has expired: its money went back to whoever paid for it' },
  coupon_code_not_saved: {
    status: 409,
    msg: 'The code of this coupon was not saved. Void the coupon and make another one',
  },
  coupon_daily_limit: {
    status: 409,
    msg: 'You may put at most {COUPON_DAILY_MAXIMUM_NAIRA} naira into coupons in one day',
  },
  staff_daily_limit: { status: 409, msg: 'This is more than one of the staff may do in one day' },
  identity_taken: { status: 409, msg: 'This number is used by another account' },
  identity_check_over: { status: 409, msg: 'This check is over. Send your number again' },
  identity_verified: { status: 409, msg: 'Your identity is verified with another number already' },
  not_refundable: { status: 409, msg: 'Only data, airtime and electricity can be refunded' },
  purchase_pending: {
    status: 409,
    msg: 'This purchase has no outcome yet. The money goes back by itself if it is refused',
  },
  already_refunded: { status: 409, msg: 'The money of this purchase went back already' },
  not_debitable: { status: 409, msg: 'This brought nothing into the wallet that could be debited' },
  already_debited: { status: 409, msg: 'This was debited already' },
  not_waiting: { status: 409, msg: 'This does not wait for a decision of staff' },
  shop_not_ready: { status: 409, msg: 'The shop stays closed: somebody must still be asked' },
  price_needs_confirmation: {
    status: 409,
    msg: 'This price is below cost or far from the old one. Confirm that it is meant',
  },
  changed_meanwhile: { status: 409, msg: 'Somebody changed this since you opened it' },
  already_scheduled: {
    status: 409,
    msg: 'New prices of this plan are planned already. Cancel those first',
  },
  plan_id_taken: { status: 409, msg: 'Another plan has or had this plan id' },
  body_too_large: { status: 413, msg: 'The request is too large' },
  unsupported_media_type: { status: 415, msg: 'Send JSON' },
  idempotency_key_reused: { status: 422, msg: 'This Idempotency-Key was used for another request' },
  supplier_refused: {
    status: 422,
    msg: 'The network did not accept this purchase. Your money is back in your wallet',
  },
  service_locked: { status: 423, msg: 'This service is not available now' },
  too_many_requests: { status: 429, msg: 'Too many attempts. Try again later' },
  internal_error: { status: 500, msg: 'Something went wrong' },
  outcome_unknown: {
    status: 503,
    msg: 'An error occur. kindly confirm your balance before retrying the transaction',
  },
  gateway_unavailable: { status: 503, msg: 'The payment provider does not answer. Nothing was charged' },
  identity_unavailable: {
    status: 503,
    msg: 'The identity check does not answer. Nothing was saved; try again',
  },
  sms_unavailable: { status: 503, msg: 'No message can be sent to a phone now. Nothing was changed' },
  bank_unavailable: { status: 503, msg: 'The bank does not answer now. Try again in a moment' },
  shop_closed: {
    status: 503,
    msg: 'We are checking our records after a fault. Nothing was done, your money is safe; try later',
  },
  unavailable: { status: 503, msg: 'The service is busy. Nothing was done; try again' },
} as const satisfies Record<string, { status: number; msg: string }>;

export type RefusalCode = keyof typeof refusals;

export interface FieldError {
  field: string;
  msg: string;
}

/** The body of every refusal. `receipt` and `expectedAmount` come with the codes whose documentation names them. */
export interface RefusalBody {
  msg: string;
  code: RefusalCode;
  requestId: string;
  errors?: FieldError[];
}

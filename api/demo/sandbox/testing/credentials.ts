export const CREDENTIALS = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'sandbox-key-secret',
  webhookSecret: 'sandbox-webhook-secret',
}

export const AUTHORIZATION = `Basic ${btoa(`${CREDENTIALS.keyId}:${CREDENTIALS.keySecret}`)}`

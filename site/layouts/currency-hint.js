{
  let chosen = new URLSearchParams(location.search).get('currency')
  try {
    // Stored as site/kit/stores/currency.ts stores it. A frame on another website neither stores nor reads a choice.
    if (!isFrame) {
      if (Object.hasOwn(places, chosen)) localStorage.setItem('currency', JSON.stringify(chosen))
      chosen = JSON.parse(localStorage.getItem('currency'))
    }
  } catch {}
  document.documentElement.dataset.currency = guessCurrency(places, chosen)
}

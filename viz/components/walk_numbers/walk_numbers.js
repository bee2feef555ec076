// The last numbers that came are kept for a picture that is drawn later than they came.
export default function walkNumbers({ data }) {
  globalThis.headlightNumbers = data;
  document.dispatchEvent(new CustomEvent("headlight-numbers", { detail: data }));
}

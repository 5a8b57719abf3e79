// Show this daemon's own OpenAPI document; nothing is loaded from elsewhere.
const DOCUMENT = "/api/openapi.json";

// The page would send the example of an optional parameter with every try, so the example moves to the description.
function withoutFilledFields(document) {
  for (const operations of Object.values(document.paths)) {
    for (const parameter of Object.values(operations).flatMap((operation) => operation.parameters ?? [])) {
      if (!parameter.required && "example" in parameter) {
        parameter.description = `${parameter.description ?? ""} Example: \`${parameter.example}\``.trim();
        delete parameter.example;
      }
    }
  }
  return document;
}

window.addEventListener("load", () => {
  window.SwaggerUIBundle({
    url: DOCUMENT,
    dom_id: "#docs",
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    persistAuthorization: false,
    defaultModelsExpandDepth: 0,
    responseInterceptor: (response) => {
      if (response.url.endsWith(DOCUMENT)) {
        response.text = JSON.stringify(withoutFilledFields(JSON.parse(response.text)));
      }
      return response;
    },
  });
});

import Foundation

/// The shape that readers of JUnit reports rely on, as an XML Schema.
///
/// There is no standard. This is what the report of Ant's JUnit task, Maven's Surefire and the readers of Jenkins and GitLab
/// have in common; attributes and elements that some of them don't know are not in it.
enum JUnitShape {
  /// Whether there is a validator; on Linux scripts/setup --for-tests installs it.
  static let canBeChecked: Bool = {
    #if os(Linux)
    true
    #else
    FileManager.default.isExecutableFile(atPath: "/usr/bin/xmllint")
    #endif
  }()

  static let schema = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:simpleType name="seconds">
        <xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="moment">
        <xs:restriction base="xs:dateTime">
          <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"/>
        </xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="filled">
        <xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction>
      </xs:simpleType>
      <xs:attributeGroup name="counts">
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
      </xs:attributeGroup>
      <xs:complexType name="problem">
        <xs:simpleContent>
          <xs:extension base="xs:string">
            <xs:attribute name="message" type="filled" use="required"/>
            <xs:attribute name="type" type="filled" use="required"/>
          </xs:extension>
        </xs:simpleContent>
      </xs:complexType>
      <xs:complexType name="testcase">
        <xs:choice minOccurs="0">
          <xs:element name="failure" type="problem"/>
          <xs:element name="skipped">
            <xs:complexType><xs:attribute name="message" type="filled"/></xs:complexType>
          </xs:element>
          <xs:element name="system-out" type="filled"/>
        </xs:choice>
        <xs:attribute name="name" type="filled" use="required"/>
        <xs:attribute name="classname" type="filled" use="required"/>
        <xs:attribute name="time" type="seconds" use="required"/>
      </xs:complexType>
      <xs:complexType name="properties">
        <xs:sequence>
          <xs:element name="property" maxOccurs="unbounded">
            <xs:complexType>
              <xs:attribute name="name" type="filled" use="required"/>
              <xs:attribute name="value" type="xs:string" use="required"/>
            </xs:complexType>
          </xs:element>
        </xs:sequence>
      </xs:complexType>
      <xs:complexType name="testsuite">
        <xs:sequence>
          <xs:element name="properties" type="properties" minOccurs="0"/>
          <xs:element name="testcase" type="testcase" maxOccurs="unbounded"/>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
          <xs:element name="system-err" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="name" type="filled" use="required"/>
        <xs:attributeGroup ref="counts"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="timestamp" type="moment"/>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" type="testsuite" maxOccurs="unbounded"/>
          </xs:sequence>
          <xs:attribute name="name" type="filled"/>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
}
